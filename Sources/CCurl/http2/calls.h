// Redirects libcurl's calls of these nghttp2 functions to our functions (calls.c). script/curl includes this header in
// libcurl before all others.
#pragma once

#define nghttp2_submit_request moya_nghttp2_submit_request
#define nghttp2_session_callbacks_new moya_nghttp2_session_callbacks_new
#define nghttp2_session_callbacks_set_on_stream_close_callback moya_nghttp2_session_callbacks_set_on_stream_close_callback
