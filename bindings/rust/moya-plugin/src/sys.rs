//! The tables and numbers of plugin.h and of include/moya/plugin.
//!
//! In libmoya's sources, script/bindings writes this file from the headers.

#![allow(non_camel_case_types, missing_docs)]

use std::os::raw::{c_char, c_void};

/// An instance, or one run of a hook. Only the host looks into it.
#[repr(C)]
pub struct moya_context {
    _private: [u8; 0],
}
pub type moya_task_fn = Option<unsafe extern "C" fn(*mut c_void, *mut moya_context, *mut c_void, i32)>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_str {
    pub data: *const c_char,
    pub len: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_header {
    pub name: *const c_char,
    pub value: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_field {
    pub name: moya_str,
    pub value: moya_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_host {
    pub size: u32,
    pub abi: u32,
    pub get_extension: unsafe extern "C" fn(*const c_char) -> *const c_void,
    pub log_enabled: unsafe extern "C" fn(*mut moya_context, i32) -> i32,
    pub log: unsafe extern "C" fn(*mut moya_context, i32, *const c_char),
    pub fail: unsafe extern "C" fn(*mut moya_context, *const c_char),
    pub defer: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub resume: unsafe extern "C" fn(*mut moya_context, i32) -> i32,
    pub option_text: unsafe extern "C" fn(*mut moya_context, *const c_char) -> moya_str,
    pub option_int: unsafe extern "C" fn(*mut moya_context, *const c_char) -> i64,
    pub option_number: unsafe extern "C" fn(*mut moya_context, *const c_char) -> f64,
    pub option_count: unsafe extern "C" fn(*mut moya_context, *const c_char) -> usize,
    pub option_at: unsafe extern "C" fn(*mut moya_context, *const c_char, usize) -> moya_str,
    pub target_name: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub target_user: unsafe extern "C" fn(*mut moya_context) -> *mut c_void,
    pub target_has_tag: unsafe extern "C" fn(*mut moya_context, *const c_char) -> i32,
    pub attempt: unsafe extern "C" fn(*mut moya_context) -> u32,
    pub time_left_ms: unsafe extern "C" fn(*mut moya_context) -> i64,
    pub slot: unsafe extern "C" fn(*mut moya_context) -> *mut c_void,
    pub set_slot: unsafe extern "C" fn(*mut moya_context, *mut c_void) -> i32,
    pub request_method: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub request_url: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub request_header: unsafe extern "C" fn(*mut moya_context, *const c_char) -> moya_str,
    pub request_header_count: unsafe extern "C" fn(*mut moya_context) -> usize,
    pub request_header_at: unsafe extern "C" fn(*mut moya_context, usize, *mut moya_str, *mut moya_str) -> i32,
    pub request_body_kind: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub request_body_size: unsafe extern "C" fn(*mut moya_context) -> i64,
    pub request_body: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub request_set_method: unsafe extern "C" fn(*mut moya_context, *const c_char) -> i32,
    pub request_set_url: unsafe extern "C" fn(*mut moya_context, *const c_char) -> i32,
    pub request_set_header: unsafe extern "C" fn(*mut moya_context, *const c_char, *const c_char) -> i32,
    pub request_add_header: unsafe extern "C" fn(*mut moya_context, *const c_char, *const c_char) -> i32,
    pub request_set_body: unsafe extern "C" fn(*mut moya_context, *const c_void, usize) -> i32,
    pub result_status: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub error_message: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub result_info: unsafe extern "C" fn(*mut moya_context, i32) -> i64,
    pub remote_address: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub http_status: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub response_url: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub response_header: unsafe extern "C" fn(*mut moya_context, *const c_char) -> moya_str,
    pub response_header_count: unsafe extern "C" fn(*mut moya_context) -> usize,
    pub response_header_at: unsafe extern "C" fn(*mut moya_context, usize, *mut moya_str, *mut moya_str) -> i32,
    pub response_body_kind: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub response_body: unsafe extern "C" fn(*mut moya_context) -> moya_str,
    pub response_set_status: unsafe extern "C" fn(*mut moya_context, i32) -> i32,
    pub response_set_header: unsafe extern "C" fn(*mut moya_context, *const c_char, *const c_char) -> i32,
    pub response_add_header: unsafe extern "C" fn(*mut moya_context, *const c_char, *const c_char) -> i32,
    pub response_set_body: unsafe extern "C" fn(*mut moya_context, *const c_void, usize) -> i32,
    pub response_set_url: unsafe extern "C" fn(*mut moya_context, *const c_char) -> i32,
    pub response_set_info: unsafe extern "C" fn(*mut moya_context, i32, i64) -> i32,
    pub fail_with: unsafe extern "C" fn(*mut moya_context, u32, *const c_char),
    pub redact: unsafe extern "C" fn(*mut moya_context, *const c_char, *mut c_char, usize) -> usize,
    pub target_is_as_sent: unsafe extern "C" fn(*mut moya_context) -> i32,
    pub request_headers: unsafe extern "C" fn(*mut moya_context, *mut usize) -> *const moya_field,
    pub response_headers: unsafe extern "C" fn(*mut moya_context, *mut usize) -> *const moya_field,
    pub response_set_headers: unsafe extern "C" fn(*mut moya_context, *const moya_field, usize) -> i32,
    pub target_has_overrides: unsafe extern "C" fn(*mut moya_context) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_option {
    pub name: *const c_char,
    pub about: *const c_char,
    pub kind: u32,
    pub required: u32,
    pub preset: *const c_char,
    pub choices: *const c_char,
    pub least: i64,
    pub most: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_plugin {
    pub size: u32,
    pub option_size: u32,
    pub flags: u32,
    pub reserved: u32,
    pub id: *const c_char,
    pub version: *const c_char,
    pub about: *const c_char,
    pub license: *const c_char,
    pub options: *const moya_option,
    pub secret_headers: *const *const c_char,
    pub create: Option<unsafe extern "C" fn(*const moya_host, *mut moya_context, *mut *mut c_void) -> i32>,
    pub close: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub prepare: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
    pub sign: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
    pub will_send: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context)>,
    pub did_receive: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context)>,
    pub should_retry: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i64>,
    pub process: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
    pub release_slot: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    pub get_extension: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_module {
    pub size: u32,
    pub abi: u32,
    pub plugins: *const *const moya_plugin,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_body_hooks {
    pub size: u32,
    pub reserved: u32,
    pub head: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
    pub chunk: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context, *const c_void, usize) -> i32>,
    pub end: Option<unsafe extern "C" fn(*mut c_void, *mut moya_context) -> i32>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_body {
    pub size: u32,
    pub reserved: u32,
    pub pass: unsafe extern "C" fn(*mut moya_context, *const c_void, usize) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_digest {
    pub size: u32,
    pub reserved: u32,
    pub hash: unsafe extern "C" fn(i32, *const c_void, usize, *mut u8) -> usize,
    pub hmac: unsafe extern "C" fn(i32, *const c_void, usize, *const c_void, usize, *mut u8) -> usize,
    pub random: unsafe extern "C" fn(*mut c_void, usize) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_sub_request {
    pub size: u32,
    pub flags: u32,
    pub timeout_ms: u32,
    pub header_stride: u32,
    pub name: *const c_char,
    pub method: *const c_char,
    pub url: *const c_char,
    pub headers: *const moya_header,
    pub header_count: usize,
    pub body: *const c_void,
    pub body_len: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct moya_tasks {
    pub size: u32,
    pub reserved: u32,
    pub now_us: unsafe extern "C" fn() -> u64,
    pub date_us: unsafe extern "C" fn() -> i64,
    pub after: unsafe extern "C" fn(*mut moya_context, i64, moya_task_fn, *mut c_void, *mut u64) -> i32,
    pub work: unsafe extern "C" fn(*mut moya_context, moya_task_fn, *mut c_void, *mut u64) -> i32,
    pub send: unsafe extern "C" fn(*mut moya_context, *const moya_sub_request, moya_task_fn, *mut c_void, *mut u64) -> i32,
    pub cancel: unsafe extern "C" fn(*mut moya_context, u64) -> i32,
}

pub const MOYA_OK: i32 = 0;
pub const MOYA_ERROR_NULL: i32 = -1;
pub const MOYA_ERROR_UTF8: i32 = -2;
pub const MOYA_ERROR_STRUCT_SIZE: i32 = -3;
pub const MOYA_ERROR_STRUCT_TAIL: i32 = -4;
pub const MOYA_ERROR_ARGUMENT: i32 = -5;
pub const MOYA_ERROR_STATE: i32 = -6;
pub const MOYA_ERROR_FORKED: i32 = -7;
pub const MOYA_ERROR_MEMORY: i32 = -8;
pub const MOYA_ERROR_SYSTEM: i32 = -9;
pub const MOYA_ERROR_FULL: i32 = -10;
pub const MOYA_ERROR_UNSUPPORTED: i32 = -12;
pub const MOYA_ERROR_DEFINITION: i32 = -11;
pub const MOYA_ERROR_INVALID_URL: i32 = -20;
pub const MOYA_ERROR_INVALID_REQUEST: i32 = -21;
pub const MOYA_ERROR_ENCODING: i32 = -22;
pub const MOYA_ERROR_NO_STUB: i32 = -23;
pub const MOYA_ERROR_RESOLVE: i32 = -40;
pub const MOYA_ERROR_CONNECT: i32 = -41;
pub const MOYA_ERROR_TLS: i32 = -42;
pub const MOYA_ERROR_TIMEOUT_CONNECT: i32 = -43;
pub const MOYA_ERROR_TIMEOUT_IDLE: i32 = -44;
pub const MOYA_ERROR_TIMEOUT_TOTAL: i32 = -45;
pub const MOYA_ERROR_NETWORK: i32 = -46;
pub const MOYA_ERROR_PROTOCOL: i32 = -47;
pub const MOYA_ERROR_INCOMPLETE_BODY: i32 = -48;
pub const MOYA_ERROR_DECODE: i32 = -49;
pub const MOYA_ERROR_TOO_LARGE: i32 = -50;
pub const MOYA_ERROR_REDIRECT: i32 = -51;
pub const MOYA_ERROR_PROXY: i32 = -52;
pub const MOYA_ERROR_CANCELLED: i32 = -53;
pub const MOYA_ERROR_BODY: i32 = -54;
pub const MOYA_ERROR_FILE: i32 = -55;
pub const MOYA_ERROR_ADDRESS: i32 = -56;
pub const MOYA_ERROR_STATUS_CODE: i32 = -60;
pub const MOYA_ERROR_JSON: i32 = -61;
pub const MOYA_ERROR_KEY_PATH: i32 = -62;
pub const MOYA_ERROR_JSON_TYPE: i32 = -63;
pub const MOYA_ERROR_JSON_NULL: i32 = -64;
pub const MOYA_ERROR_JSON_RANGE: i32 = -65;
pub const MOYA_ERROR_PLUGIN_OPEN: i32 = -80;
pub const MOYA_ERROR_PLUGIN_FORMAT: i32 = -81;
pub const MOYA_ERROR_PLUGIN_ENTRY: i32 = -82;
pub const MOYA_ERROR_PLUGIN_ABI: i32 = -83;
pub const MOYA_ERROR_PLUGIN_TABLE: i32 = -84;
pub const MOYA_ERROR_PLUGIN_CREATE: i32 = -85;
pub const MOYA_ERROR_PLUGIN_HOOK: i32 = -86;
pub const MOYA_ERROR_PLUGIN_TIMEOUT: i32 = -87;
pub const MOYA_ERROR_OTHER: i32 = -99;

pub const MOYA_FLOW_CONTINUE: i32 = 0;
pub const MOYA_FLOW_PAUSE: i32 = 1;
pub const MOYA_FLOW_STOP: i32 = 2;

pub const MOYA_INFO_HTTP_VERSION: i32 = 1;
pub const MOYA_INFO_ATTEMPTS: i32 = 2;
pub const MOYA_INFO_CONNECTION_REUSED: i32 = 3;
pub const MOYA_INFO_REMOTE_PORT: i32 = 4;
pub const MOYA_INFO_BYTES_UP: i32 = 5;
pub const MOYA_INFO_BYTES_DOWN: i32 = 6;
pub const MOYA_INFO_NAME_LOOKUP_US: i32 = 7;
pub const MOYA_INFO_CONNECT_US: i32 = 8;
pub const MOYA_INFO_TLS_US: i32 = 9;
pub const MOYA_INFO_FIRST_BYTE_US: i32 = 10;
pub const MOYA_INFO_TOTAL_US: i32 = 11;

pub const MOYA_LOG_DEBUG: i32 = 0;
pub const MOYA_LOG_INFO: i32 = 1;
pub const MOYA_LOG_WARNING: i32 = 2;
pub const MOYA_LOG_ERROR: i32 = 3;

pub const MOYA_HOOK_OK: i32 = 0;
pub const MOYA_HOOK_ANSWERED: i32 = 1;
pub const MOYA_HOOK_PENDING: i32 = 2;

pub const MOYA_RETRY_NONE: i32 = -1;

pub const MOYA_BODY_NONE: i32 = 0;
pub const MOYA_BODY_BYTES: i32 = 1;
pub const MOYA_BODY_FILE: i32 = 2;
pub const MOYA_BODY_STREAM: i32 = 3;

pub const MOYA_FAIL_RESPONSE: i32 = 1;
pub const MOYA_FAIL_VERBATIM: i32 = 2;

pub const MOYA_OPTION_FLAG: i32 = 1;
pub const MOYA_OPTION_INT: i32 = 2;
pub const MOYA_OPTION_NUMBER: i32 = 3;
pub const MOYA_OPTION_TEXT: i32 = 4;
pub const MOYA_OPTION_SECRET: i32 = 5;
pub const MOYA_OPTION_TEXTS: i32 = 6;
pub const MOYA_OPTION_JSON: i32 = 7;

pub const MOYA_PLUGIN_WAITS: i32 = 1;
pub const MOYA_PLUGIN_NEEDS_SLOT: i32 = 2;
pub const MOYA_PLUGIN_ONLY_STREAMS: i32 = 4;

pub const MOYA_BODY_SKIP: i32 = 3;

pub const MOYA_HASH_MD5: i32 = 1;
pub const MOYA_HASH_SHA1: i32 = 2;
pub const MOYA_HASH_SHA256: i32 = 3;
pub const MOYA_HASH_SHA512: i32 = 4;

pub const MOYA_MOST_HASH: i32 = 64;

pub const MOYA_SUB_BARE: i32 = 1;
pub const MOYA_SUB_NO_REDIRECTS: i32 = 2;

pub const MOYA_PLUGIN_ABI: u32 = 1;
pub const MOYA_VERSION_NUMBER: u32 = 65536;

pub const MOYA_BODY: &[u8] = b"moya.body/1\0";
pub const MOYA_DIGEST: &[u8] = b"moya.digest/1\0";
pub const MOYA_TASKS: &[u8] = b"moya.tasks/1\0";

/// The names of the statuses.
pub const STATUS_NAMES: &[(i32, &str)] = &[
    (MOYA_OK, "MOYA_OK"),
    (MOYA_ERROR_NULL, "MOYA_ERROR_NULL"),
    (MOYA_ERROR_UTF8, "MOYA_ERROR_UTF8"),
    (MOYA_ERROR_STRUCT_SIZE, "MOYA_ERROR_STRUCT_SIZE"),
    (MOYA_ERROR_STRUCT_TAIL, "MOYA_ERROR_STRUCT_TAIL"),
    (MOYA_ERROR_ARGUMENT, "MOYA_ERROR_ARGUMENT"),
    (MOYA_ERROR_STATE, "MOYA_ERROR_STATE"),
    (MOYA_ERROR_FORKED, "MOYA_ERROR_FORKED"),
    (MOYA_ERROR_MEMORY, "MOYA_ERROR_MEMORY"),
    (MOYA_ERROR_SYSTEM, "MOYA_ERROR_SYSTEM"),
    (MOYA_ERROR_FULL, "MOYA_ERROR_FULL"),
    (MOYA_ERROR_UNSUPPORTED, "MOYA_ERROR_UNSUPPORTED"),
    (MOYA_ERROR_DEFINITION, "MOYA_ERROR_DEFINITION"),
    (MOYA_ERROR_INVALID_URL, "MOYA_ERROR_INVALID_URL"),
    (MOYA_ERROR_INVALID_REQUEST, "MOYA_ERROR_INVALID_REQUEST"),
    (MOYA_ERROR_ENCODING, "MOYA_ERROR_ENCODING"),
    (MOYA_ERROR_NO_STUB, "MOYA_ERROR_NO_STUB"),
    (MOYA_ERROR_RESOLVE, "MOYA_ERROR_RESOLVE"),
    (MOYA_ERROR_CONNECT, "MOYA_ERROR_CONNECT"),
    (MOYA_ERROR_TLS, "MOYA_ERROR_TLS"),
    (MOYA_ERROR_TIMEOUT_CONNECT, "MOYA_ERROR_TIMEOUT_CONNECT"),
    (MOYA_ERROR_TIMEOUT_IDLE, "MOYA_ERROR_TIMEOUT_IDLE"),
    (MOYA_ERROR_TIMEOUT_TOTAL, "MOYA_ERROR_TIMEOUT_TOTAL"),
    (MOYA_ERROR_NETWORK, "MOYA_ERROR_NETWORK"),
    (MOYA_ERROR_PROTOCOL, "MOYA_ERROR_PROTOCOL"),
    (MOYA_ERROR_INCOMPLETE_BODY, "MOYA_ERROR_INCOMPLETE_BODY"),
    (MOYA_ERROR_DECODE, "MOYA_ERROR_DECODE"),
    (MOYA_ERROR_TOO_LARGE, "MOYA_ERROR_TOO_LARGE"),
    (MOYA_ERROR_REDIRECT, "MOYA_ERROR_REDIRECT"),
    (MOYA_ERROR_PROXY, "MOYA_ERROR_PROXY"),
    (MOYA_ERROR_CANCELLED, "MOYA_ERROR_CANCELLED"),
    (MOYA_ERROR_BODY, "MOYA_ERROR_BODY"),
    (MOYA_ERROR_FILE, "MOYA_ERROR_FILE"),
    (MOYA_ERROR_ADDRESS, "MOYA_ERROR_ADDRESS"),
    (MOYA_ERROR_STATUS_CODE, "MOYA_ERROR_STATUS_CODE"),
    (MOYA_ERROR_JSON, "MOYA_ERROR_JSON"),
    (MOYA_ERROR_KEY_PATH, "MOYA_ERROR_KEY_PATH"),
    (MOYA_ERROR_JSON_TYPE, "MOYA_ERROR_JSON_TYPE"),
    (MOYA_ERROR_JSON_NULL, "MOYA_ERROR_JSON_NULL"),
    (MOYA_ERROR_JSON_RANGE, "MOYA_ERROR_JSON_RANGE"),
    (MOYA_ERROR_PLUGIN_OPEN, "MOYA_ERROR_PLUGIN_OPEN"),
    (MOYA_ERROR_PLUGIN_FORMAT, "MOYA_ERROR_PLUGIN_FORMAT"),
    (MOYA_ERROR_PLUGIN_ENTRY, "MOYA_ERROR_PLUGIN_ENTRY"),
    (MOYA_ERROR_PLUGIN_ABI, "MOYA_ERROR_PLUGIN_ABI"),
    (MOYA_ERROR_PLUGIN_TABLE, "MOYA_ERROR_PLUGIN_TABLE"),
    (MOYA_ERROR_PLUGIN_CREATE, "MOYA_ERROR_PLUGIN_CREATE"),
    (MOYA_ERROR_PLUGIN_HOOK, "MOYA_ERROR_PLUGIN_HOOK"),
    (MOYA_ERROR_PLUGIN_TIMEOUT, "MOYA_ERROR_PLUGIN_TIMEOUT"),
    (MOYA_ERROR_OTHER, "MOYA_ERROR_OTHER"),
];
