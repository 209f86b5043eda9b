# libcurl 8.21.0, nghttp2 1.70.0
# IR level Instrumentation Flag
:ir
Curl_HMAC_final
# Func Hash:
896554595393408770
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_HMAC_init
# Func Hash:
666937372702817834
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
0
0
0
0
0
0
0
0
0
0
0

Curl_add_custom_headers
# Func Hash:
460844450976702872
# Num Counters:
101
# Counter Values:
19600
0
19600
0
24760
0
0
5260
0
0
100
0
0
1535000
285140
0
0
39200
19600
19600
0
324200
24760
24760
0
0
24760
24760
24760
24760
0
0
1000
1000
0
24760
0
0
19600
24760
0
0
19600
5200
5200
0
0
0
0
0
4000
0
19500
0
0
19500
0
100
19500
0
0
0
9400
0
0
400
19100
19500
100
0
0
0
0
19500
0
19500
0
0
4000
0
0
400
0
0
0
0
0
0
0
0
0
5160
0
0
0
0
1100
0
5600
4000
0

Curl_add_timecondition
# Func Hash:
456618549571805998
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
19500
0
0
0
0
0
0
0
0

Curl_alpn_contains_proto
# Func Hash:
434160637231613412
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_alpn_set_negotiated
# Func Hash:
712734069142620811
# Num Counters:
33
# Counter Values:
0
0
0
0
0
0
0
1
0
0
0
1
1
0
0
0
0
0
0
1
0
0
0
0
1
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
1
2:1

Curl_alpn_to_proto_buf
# Func Hash:
952936703260338919
# Num Counters:
5
# Counter Values:
3
2
2
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
2:1
8:1

Curl_alpn_to_proto_str
# Func Hash:
234856435911442796
# Num Counters:
6
# Counter Values:
3
2
2
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
2:1
8:1

Curl_async_await
# Func Hash:
992371482323610875
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_async_destroy
# Func Hash:
1056973446380461275
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_async_get_ai
# Func Hash:
896858934521946612
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0

Curl_async_getaddrinfo
# Func Hash:
567991002978347636
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_async_shutdown
# Func Hash:
484499720539413723
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

Curl_async_take_result
# Func Hash:
581876258144603144
# Num Counters:
24
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_async_thrdd_destroy
# Func Hash:
784226218008766665
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_async_thrdd_multi_destroy
# Func Hash:
484499720539413723
# Num Counters:
8
# Counter Values:
0
3
3
3
0
0
0
0

Curl_async_thrdd_multi_process
# Func Hash:
754492472007428463
# Num Counters:
38
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_async_timeleft_ms
# Func Hash:
334492584151510416
# Num Counters:
5
# Counter Values:
0
0
0
0
0

Curl_auth_allowed_to_origin
# Func Hash:
844982798994053766
# Num Counters:
5
# Counter Values:
400
400
0
0
0

Curl_auth_create_digest_http_message
# Func Hash:
844982797739246722
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_auth_decode_digest_http_message
# Func Hash:
664195981535178714
# Num Counters:
92
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
0
0
0
0
0
0
0
0
0
0
0
0

Curl_auth_digest_cleanup
# Func Hash:
46841445840397924
# Num Counters:
7
# Counter Values:
352
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
1
** External Symbol **:352
1
** External Symbol **:352
1
** External Symbol **:352
1
** External Symbol **:352
1
** External Symbol **:352
1
** External Symbol **:352

Curl_auth_digest_get_pair
# Func Hash:
750865548087626504
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_bufq_pass
# Func Hash:
274190190955930615
# Num Counters:
12
# Counter Values:
0
12862
12862
12862
0
0
12862
12862
0
12862
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_bufq_writer:12862

Curl_bufq_read
# Func Hash:
146907617563583766
# Num Counters:
7
# Counter Values:
6459
3939
3939
3779
160
4219
400
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
5
513:2254
33:1501
257:13
129:8
65:3
1
129:160

Curl_bufq_skip
# Func Hash:
567185240085958542
# Num Counters:
5
# Counter Values:
31745
31745
31745
31745
32109

Curl_bufq_write
# Func Hash:
611804023095150256
# Num Counters:
8
# Counter Values:
26466
26466
26466
32851
32851
2058
2058
364
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
9
17:7932
33:5873
513:5205
129:4158
9:3091
65:99
257:67
32:40
512:1

Curl_bufq_write_pass
# Func Hash:
231012522433480609
# Num Counters:
14
# Counter Values:
1694
0
17639
17639
17639
6472
6472
15945
6472
15945
6472
0
0
0

Curl_build_unencoding_stack
# Func Hash:
698991078583443308
# Num Counters:
116
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

Curl_bump_headersize
# Func Hash:
31819174905425226
# Num Counters:
7
# Counter Values:
0
0
146002
0
146002
0
0

Curl_cert_hostcheck
# Func Hash:
1044887270629402104
# Num Counters:
25
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_cf_def_adjust_pollset
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_cf_def_cntrl
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_cf_def_conn_is_alive
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_cf_def_conn_keep_alive
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_cf_def_data_pending
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
51411
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_cf_def_query
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
1525
1374
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
Curl_cf_def_query:755
unity_0_c.c;cf_ip_happy_query:605
unity_0_c.c;cf_hc_query:9
unity_0_c.c;ssl_cf_query:5

Curl_cf_def_recv
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
4
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_recv:4

Curl_cf_def_send
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
2
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_send:2

Curl_cf_def_shutdown
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_cf_dns_add
# Func Hash:
536873291097491633
# Num Counters:
4
# Counter Values:
152
152
152
152

Curl_cf_dns_get_ai
# Func Hash:
653247341750081231
# Num Counters:
15
# Counter Values:
506
506
1012
0
860
1012
506
354
1012
1012
1012
1012
0
506
506

Curl_cf_dns_insert_after
# Func Hash:
238984484622511769
# Num Counters:
3
# Counter Values:
0
0
0

Curl_cf_h1_proxy_insert_after
# Func Hash:
467942405066740990
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

Curl_cf_h2_proxy_insert_after
# Func Hash:
383113157721322511
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cf_haproxy_insert_after
# Func Hash:
1095641702138037530
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_cf_http_proxy_insert_after
# Func Hash:
796756695894769904
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_cf_https_setup
# Func Hash:
190355457761192597
# Num Counters:
6
# Counter Values:
1
1
1
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:1
1
** External Symbol **:1

Curl_cf_recv
# Func Hash:
1108181536921495803
# Num Counters:
3
# Counter Values:
0
0
48928
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_recv:27484
unity_0_c.c;cf_socket_recv:21444

Curl_cf_recv_bufq
# Func Hash:
883001825899147990
# Num Counters:
7
# Counter Values:
0
29862
0
29862
13678
0
29862
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_recv:29862

Curl_cf_send
# Func Hash:
1108181536921495803
# Num Counters:
3
# Counter Values:
0
0
20664
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_send:10500
unity_0_c.c;cf_h2_send:10164

Curl_cf_send_bufq
# Func Hash:
1124680653747245318
# Num Counters:
3
# Counter Values:
0
15945
0

Curl_cf_setup_add
# Func Hash:
955679224739821498
# Num Counters:
6
# Counter Values:
151
151
0
151
151
151
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:151
1
** External Symbol **:151
0

Curl_cf_setup_insert_after
# Func Hash:
232115151112422682
# Num Counters:
7
# Counter Values:
0
1
1
0
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1
1
** External Symbol **:1
0

Curl_cf_socks_proxy_insert_after
# Func Hash:
972111244509855397
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_cf_ssl_insert_after
# Func Hash:
67451937035807576
# Num Counters:
6
# Counter Values:
0
0
0
0
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
Curl_ossl_version:1
0
0

Curl_cf_ssl_proxy_insert_after
# Func Hash:
109917320114790194
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_cf_tcp_create
# Func Hash:
314555723982317887
# Num Counters:
10
# Counter Values:
152
152
0
152
0
152
0
0
0
152
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:152
1
** External Symbol **:152
0
0
0

Curl_cf_unix_create
# Func Hash:
35983398135112399
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

Curl_checkProxyheaders
# Func Hash:
694937219031776983
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

Curl_client_cleanup
# Func Hash:
136007995583220078
# Num Counters:
3
# Counter Values:
0
0
120
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_client_read
# Func Hash:
421028055596036378
# Num Counters:
20
# Counter Values:
0
0
0
0
4880
0
4080
0
4880
0
4880
0
4880
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cr_buf_read:4000
unity_0_c.c;cr_in_read:880

Curl_client_reset
# Func Hash:
55826345275967983
# Num Counters:
16
# Counter Values:
78000
0
0
19500
0
39050
0
39050
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_creader_def_close:19500
1
** External Symbol **:19500
3
Curl_cwriter_def_close:39000
unity_0_c.c;cw_pause_close:19500
unity_0_c.c;cw_out_close:19500
1
** External Symbol **:78000

Curl_client_start
# Func Hash:
759122770153164851
# Num Counters:
12
# Counter Values:
0
0
0
19550
19550
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_client_write
# Func Hash:
499828438056466350
# Num Counters:
10
# Counter Values:
19500
0
181890
181890
181890
19500
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cw_raw_write:181890

Curl_close
# Func Hash:
946303106512718647
# Num Counters:
31
# Counter Values:
0
120
120
0
0
120
120
120
120
112
112
0
40
113
0
112
0
0
112
112
0
0
0
112
0
0
0
110
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
24
0
1
unity_0_c.c;ossl_close_all:120
0
1
** External Symbol **:110
0
1
** External Symbol **:120
0
0
0
0
0
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:113
0
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120

Curl_compareheader
# Func Hash:
1120787493427589455
# Num Counters:
36
# Counter Values:
0
10100
0
0
0
0
0
100
0
4080
0
0
0
100
10000
120000
20200
10100
10100
0
0
110600
0
10100
100
14180
10000
14180
10000
10000
10100
10100
10000
0
10000
10000

Curl_cond_timedwait
# Func Hash:
679210745886084866
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_conn_adjust_pollset
# Func Hash:
783548773591871148
# Num Counters:
9
# Counter Values:
55960
28003
27980
177
23
151
0
0
55960

Curl_conn_cf_add
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
304
304
0
0
0

Curl_conn_cf_adjust_pollset
# Func Hash:
731024981706356756
# Num Counters:
9
# Counter Values:
2
64182
27984
0
28292
617
310
56115
64182
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
5
unity_0_c.c;cf_socket_adjust_pollset:27829
unity_0_c.c;ssl_cf_adjust_pollset:18099
unity_0_c.c;cf_h2_adjust_pollset:18097
unity_0_c.c;cf_ip_happy_adjust_pollset:154
unity_0_c.c;cf_hc_adjust_pollset:3

Curl_conn_cf_get_alpn_negotiated
# Func Hash:
759225735470422237
# Num Counters:
9
# Counter Values:
0
0
103
103
103
0
0
0
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
unity_0_c.c;cf_socket_query:101
Curl_cf_def_query:1
unity_0_c.c;cf_h2_query:1

Curl_conn_connect
# Func Hash:
260549533290333674
# Num Counters:
63
# Counter Values:
0
0
0
0
0
411
207
0
0
0
0
612
612
10918
0
306
154
306
306
0
0
204
0
10918
0
0
0
0
0
0
0
0
306
0
306
0
0
0
0
4
4
0
0
0
0
50
0
50
102
0
1
0
0
0
1
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
1
Curl_cf_def_query:306
0
1
unity_0_c.c;cf_dns_connect:306
5
unity_0_c.c;cf_dns_cntrl:102
unity_0_c.c;cf_socket_cntrl:102
unity_0_c.c;cf_hc_cntrl:1
unity_0_c.c;cf_h2_cntrl:1
unity_0_c.c;ssl_cf_cntrl:1
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
2:306
0
1
2:306

Curl_conn_dns_result
# Func Hash:
287486627807723310
# Num Counters:
6
# Counter Values:
0
152
152
152
152
0

Curl_conn_free
# Func Hash:
387902229849029274
# Num Counters:
38
# Counter Values:
0
39100
0
19550
19550
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
2
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
0
0
0
0
0
0
0
0
0
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
0
1
** External Symbol **:2
0
0
0
1
** External Symbol **:19550

Curl_conn_get_current_host
# Func Hash:
258198335159302251
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_conn_get_first_socket
# Func Hash:
35093531766387533
# Num Counters:
5
# Counter Values:
154
0
154
154
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_def_query:154

Curl_conn_http_version
# Func Hash:
11256680302504498
# Num Counters:
6
# Counter Values:
20200
0
39000
18800
0
18800
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:18800

Curl_conn_meta_get
# Func Hash:
742169496063203561
# Num Counters:
5
# Counter Values:
0
151
0
151
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_conn_remove_setup_filters
# Func Hash:
331865488561246671
# Num Counters:
9
# Counter Values:
0
104
411
307
307
0
0
0
102
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
4
unity_0_c.c;cf_dns_destroy:102
unity_0_c.c;cf_setup_destroy:102
unity_0_c.c;cf_ip_happy_destroy:102
unity_0_c.c;cf_hc_destroy:1
1
** External Symbol **:307

Curl_conn_seems_dead
# Func Hash:
862348522162835480
# Num Counters:
40
# Counter Values:
10661
10661
10660
0
10660
10660
0
0
0
10660
0
0
0
0
0
10660
10660
0
0
0
0
0
10660
10660
10660
10660
0
0
0
10660
0
10660
0
10660
0
0
0
10660
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
2
unity_0_c.c;cf_socket_conn_is_alive:10047
unity_0_c.c;cf_h2_is_alive:613

Curl_conn_setup
# Func Hash:
776814506002728658
# Num Counters:
16
# Counter Values:
1
152
152
152
152
152
151
152
0
1
152
0
152
0
152
0

Curl_conn_shutdown
# Func Hash:
116567532448985508
# Num Counters:
32
# Counter Values:
0
0
0
0
104
0
102
0
0
0
104
0
0
0
104
102
0
102
102
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
unity_0_c.c;cf_socket_shutdown:102
unity_0_c.c;cf_h2_shutdown:1
unity_0_c.c;ssl_cf_shutdown:1

Curl_conn_shutdown_timeleft
# Func Hash:
591567703760276049
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

Curl_conn_terminate
# Func Hash:
461454568964535855
# Num Counters:
31
# Counter Values:
150
150
80
0
80
150
70
0
150
0
150
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_conn_trc_filters
# Func Hash:
414504213168980161
# Num Counters:
23
# Counter Values:
0
0
0
0
0
713
713
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_conncontrol
# Func Hash:
187771965932284395
# Num Counters:
8
# Counter Values:
350
350
150
250
250
250
150
150

Curl_connect
# Func Hash:
419085536698136671
# Num Counters:
237
# Counter Values:
0
273700
0
0
0
0
0
19550
0
0
19550
38196
38196
0
19550
19550
38196
13915
0
19550
0
0
0
152
19550
19550
13915
5635
0
0
19550
0
19398
0
19550
0
9999
9999
0
19550
0
19550
0
0
19550
19550
19550
0
5635
0
39100
39100
0
19550
0
19550
0
0
19550
0
0
19550
0
19550
0
0
0
0
0
0
0
19550
19550
19398
19550
0
0
0
0
0
0
19398
19550
19550
0
0
0
0
0
0
0
19550
8786
152
0
19550
0
0
0
5635
0
19398
0
0
0
0
19550
0
9999
0
152
19550
5635
0
19550
0
0
0
19550
0
0
19550
0
152
0
0
0
0
19550
0
0
19550
0
0
19550
0
0
0
0
19550
0
0
19550
0
0
0
0
19550
19550
19550
0
19550
0
0
0
0
19550
0
9400
19550
0
0
0
0
0
0
152
0
19550
0
0
0
0
19550
0
0
152
0
0
0
9400
0
19550
19550
0
0
19550
0
152
0
0
0
0
0
0
0
0
0
0
0
152
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
19550
0
19550
0
0
152
19550
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
21
1
** External Symbol **:5635
0
0
0
0
0
1
** External Symbol **:19550
0
0
0
0
0
0
0
0
1
Curl_http_setup_conn:19550
0
0
0
0
3
unity_0_c.c;cf_socket_cntrl:19398
unity_0_c.c;cf_h2_cntrl:9399
unity_0_c.c;ssl_cf_cntrl:9399

Curl_cookie_add
# Func Hash:
914586023906402768
# Num Counters:
271
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
20
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
7
0
0
0
0
0
0
0

Curl_cookie_clearall
# Func Hash:
1039659281366754982
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

Curl_cookie_clearsess
# Func Hash:
743037780867012545
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

Curl_cookie_getlist
# Func Hash:
1108336469919482720
# Num Counters:
35
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cookie_list
# Func Hash:
240938970853310552
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
0
0
0
0
0
0

Curl_cookie_loadfiles
# Func Hash:
467769193846457358
# Num Counters:
41
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_cookie_run
# Func Hash:
927641511753652343
# Num Counters:
8
# Counter Values:
19550
6875
0
6875
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_copy_header_value
# Func Hash:
384515570244693168
# Num Counters:
21
# Counter Values:
20021
0
20021
0
0
237848
40042
20021
20021
0
230874
20021
20021
20021
20021
20021
20021
20021
20021
20021
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:20021
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
9:19300
17:600
16:120
33:1

Curl_cpool_add
# Func Hash:
915302662695545489
# Num Counters:
28
# Counter Values:
0
0
152
152
80
80
80
152
0
63
80
80
80
72
63
63
80
80
0
0
0
80
80
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
1
** External Symbol **:63
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
16:63

Curl_cpool_check_limits
# Func Hash:
239639626791232071
# Num Counters:
70
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
152
0
0
0
80
72
72
0
0
0
0
80
0
0
0
0
72
72
0
0
0
0
72
0
0
0
0
0
0
0
72
0
0
0
0
0
0
0
0
0
0
0
0
0
72
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_conn_now_idle
# Func Hash:
726596831849319376
# Num Counters:
31
# Counter Values:
10614
10614
6795
10614
0
6795
10614
3819
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
10614
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_destroy
# Func Hash:
749717300866794596
# Num Counters:
22
# Counter Values:
0
2
8
8
8
8
5
5
8
0
5
5
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
1
** External Symbol **:8

Curl_cpool_do_by_id
# Func Hash:
724020555407113572
# Num Counters:
29
# Counter Values:
0
10614
39693
10614
394238
665476
10614
10614
10614
10614
10614
10614
6795
6795
6795
0
6795
6795
6795
10614
3819
0
6795
6795
6795
6795
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
1
unity_0_c.c;close_connect_only:10614
0

Curl_cpool_do_locked
# Func Hash:
293584617704416419
# Num Counters:
17
# Counter Values:
19550
6875
6875
6875
0
0
6875
6875
6875
12675
6875
6875
6875
6875
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
1
unity_0_c.c;multi_done_locked:19550
0
0

Curl_cpool_find
# Func Hash:
822658602399061354
# Num Counters:
26
# Counter Values:
19398
19488
48834
19550
19550
6875
6875
19542
19487
19550
6875
63
0
6875
6875
6875
19487
12675
6875
6875
6875
6875
0
0
0
19398
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
1
Curl_hash_str:19542
1
curlx_str_key_compare:19488
1
unity_0_c.c;url_match_conn:48834
1
unity_0_c.c;url_match_result:19550
0

Curl_cpool_get_conn
# Func Hash:
721027725183092134
# Num Counters:
29
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_nw_changed
# Func Hash:
472994989639711854
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_prune_dead
# Func Hash:
966147335035328670
# Num Counters:
23
# Counter Values:
0
19550
19550
6875
6875
6875
19550
15
0
6875
6875
6875
12675
19550
6875
6875
6875
6875
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_xfer_init
# Func Hash:
180937461305184254
# Num Counters:
18
# Counter Values:
19550
6875
6875
6875
0
0
0
6875
6875
6875
12675
6875
6875
6875
6875
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_creader_add
# Func Hash:
567185239108642381
# Num Counters:
5
# Counter Values:
0
0
0
0
0

Curl_creader_def_close
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
19500

Curl_creader_def_cntrl
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_creader_def_done
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
19500

Curl_creader_def_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_creader_def_is_paused
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20

Curl_creader_def_needs_rewind
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_creader_def_resume_from
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_creader_def_total_length
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_creader_needs_rewind
# Func Hash:
451468002183861837
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_creader_set_buf
# Func Hash:
943347664720447933
# Num Counters:
10
# Counter Values:
0
0
4000
4000
4000
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:4000
0
0
0

Curl_creader_set_fread
# Func Hash:
663473647832291397
# Num Counters:
11
# Counter Values:
0
0
80
80
80
80
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:80
0
0
0

Curl_creader_set_null
# Func Hash:
94401997467476575
# Num Counters:
4
# Counter Values:
0
15420
15420
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:15420
0
0
0

Curl_creader_unpause
# Func Hash:
451468003490660738
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_creds_create
# Func Hash:
1038739744718111092
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
5
0
0
0
0
0

Curl_creds_link
# Func Hash:
859921299453980761
# Num Counters:
6
# Counter Values:
58346
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_creds_merge
# Func Hash:
716669422401175575
# Num Counters:
7
# Counter Values:
0
0
0
19550
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_creds_same
# Func Hash:
21792480922430027
# Num Counters:
22
# Counter Values:
0
0
77744
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_cshutdn_add
# Func Hash:
561498737418241723
# Num Counters:
29
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_cshutdn_add_pollfds
# Func Hash:
84424201634971849
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

Curl_cshutdn_add_waitfds
# Func Hash:
1104802482582061967
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
2
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
0

Curl_cshutdn_destroy
# Func Hash:
539985866766188109
# Num Counters:
40
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
3
0
3
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cshutdn_run_once
# Func Hash:
851724502795754125
# Num Counters:
13
# Counter Values:
0
102
102
102
102
0
102
102
0
0
102
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_cshutdn_terminate
# Func Hash:
160740549905941249
# Num Counters:
29
# Counter Values:
0
0
0
254
152
152
152
152
0
152
152
152
152
0
0
152
152
152
0
0
152
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
6
unity_0_c.c;cf_socket_destroy:102
unity_0_c.c;cf_dns_destroy:50
unity_0_c.c;cf_setup_destroy:50
unity_0_c.c;cf_ip_happy_destroy:50
unity_0_c.c;cf_h2_destroy:1
unity_0_c.c;ssl_cf_destroy:1
1
** External Symbol **:254

Curl_cw_out_done
# Func Hash:
157411393047541025
# Num Counters:
14
# Counter Values:
0
78000
58500
58500
39000
19550
19500
19500
19500
19500
0
0
0
0

Curl_cw_out_unpause
# Func Hash:
157411393047541025
# Num Counters:
14
# Counter Values:
0
60
45
45
30
15
15
15
15
15
0
0
0
0

Curl_cwriter_def_close
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
39000

Curl_cwriter_def_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_cwriter_def_write
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_debug
# Func Hash:
936859131984397203
# Num Counters:
25
# Counter Values:
0
0
170382
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_dns_entry_unlink
# Func Hash:
1024412733112415073
# Num Counters:
15
# Counter Values:
0
202
152
80
0
0
0
0
0
0
0
0
0
80
80
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_dnscache_add
# Func Hash:
1129233326526923245
# Num Counters:
18
# Counter Values:
53
0
53
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_dnscache_add_negative
# Func Hash:
146144499460887536
# Num Counters:
32
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_dnscache_clear
# Func Hash:
403340757388797393
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_dnscache_get
# Func Hash:
326378193597252262
# Num Counters:
56
# Counter Values:
0
121
0
0
80
152
0
99
53
0
149
99
99
99
53
0
0
0
99
53
99
99
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
80
0
0
0
0
0
152
53
80
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
1
Curl_hash_str:149
1
curlx_str_key_compare:121
0
0
0

Curl_dnscache_prune
# Func Hash:
750031426959682612
# Num Counters:
18
# Counter Values:
0
10764
6875
10764
0
0
0
0
0
0
0
0
0
6875
0
10764
10764
6875
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_dynhds_add
# Func Hash:
466279776260563347
# Num Counters:
16
# Counter Values:
555620
0
0
114880
0
114880
114880
114880
0
114880
71540
18800
18800
0
0
18800
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:114880
1
** External Symbol **:18800
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
5
9:54480
7:22800
6:18800
4:9400
5:9400
8
9:42000
3:22550
17:21200
5:9864
6:7080
16:7000
2:3000
4:2186
0

Curl_dynhds_cadd
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_dynhds_cget
# Func Hash:
783548773560164123
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

Curl_dynhds_free
# Func Hash:
146393203562579509
# Num Counters:
4
# Counter Values:
0
43340
28200
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:43340
1
** External Symbol **:28200

Curl_dynhds_h1_add_line
# Func Hash:
753202734552004192
# Num Counters:
8
# Counter Values:
43340
86680
43340
43340
43340
43340
43340
43340

Curl_dynhds_h1_dprint
# Func Hash:
1124680650277046973
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_expire_clear
# Func Hash:
849380651488421074
# Num Counters:
18
# Counter Values:
0
8025
8025
8025
0
39220
39100
8025
0
8025
31075
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_expire_done
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
102
102
0
0
0
0

Curl_expire_ex
# Func Hash:
406782838963258177
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
33520
33520
33520
33519
25495
25494
8025
25495
0
0
0
0
0
0
0
0
0
10129
0
0
0

Curl_failf
# Func Hash:
234856436917773685
# Num Counters:
6
# Counter Values:
50
50
50
50
50
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
65:50

Curl_flush_cookies
# Func Hash:
125609087212297726
# Num Counters:
36
# Counter Values:
0
0
0
0
0
0
120
40
0
40
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
0
0
0
0
0
0
0
0
0

Curl_fopen
# Func Hash:
460709415426929623
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_freeset
# Func Hash:
147330175040119914
# Num Counters:
9
# Counter Values:
0
120
7560
960
120
0
112
0
23
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:7560
1
** External Symbol **:960
0
1
curl_free:23
0
0

Curl_get_content_encodings
# Func Hash:
1083424333119360162
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0

Curl_get_line
# Func Hash:
599005164537275001
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

Curl_getaddrinfo_ex
# Func Hash:
353112580775747691
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

Curl_getinfo
# Func Hash:
855073201715426344
# Num Counters:
131
# Counter Values:
0
0
0
29406
9400
29406
0
0
9400
9400
306
150
0
19550
9400
0
306
0
150
0
0
0
19550
0
9400
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
102
102
0
0
0
0
0
0
0
0
0
102
0
0
9400
0
0
0
0
0
0
0
50
0
50
0
0
50
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;cf_h2_query:9400

Curl_getn_scheme
# Func Hash:
391331300619315008
# Num Counters:
7
# Counter Values:
300799
67096
0
67096
0
67096
67096

Curl_h1_req_parse_read
# Func Hash:
557486508321942299
# Num Counters:
53
# Counter Values:
9400
0
0
0
0
0
0
65800
62140
52740
62140
0
0
0
43340
9400
0
9400
540
9400
0
9400
62140
540
0
0
0
9400
9400
62140
0
0
62140
0
540
0
0
9400
9400
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_h1_req_write_head
# Func Hash:
710350029592737150
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_h2_http_1_1_error
# Func Hash:
314967301617168025
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_hash_add2
# Func Hash:
299283853661683801
# Num Counters:
8
# Counter Values:
23
29885
29885
0
127
29885
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:127
2
Curl_hash_str:18538
unity_0_c.c;mev_sh_entry_hash:11347
1
curlx_str_key_compare:23
0
0
1
** External Symbol **:29885
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
9:18421
4:11347
16:116
17:1

Curl_hash_clean
# Func Hash:
315713543988588958
# Num Counters:
7
# Counter Values:
56
0
3
53
5463
127
127
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
2
unity_0_c.c;mev_pollset_dtor:2
unity_0_c.c;oss_x509_share_free:1
1
unity_0_c.c;dnscache_entry_dtor:53
1
** External Symbol **:56

Curl_hash_clean_with_criterium
# Func Hash:
443747086545655372
# Num Counters:
9
# Counter Values:
0
12838
0
0
12838
0
764244
10764
10764
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
unity_0_c.c;dnscache_entry_is_stale:12838
0
0
0

Curl_hash_delete
# Func Hash:
1108579232148374426
# Num Counters:
7
# Counter Values:
29830
31112
30360
1283
29829
18419
11410
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
2
Curl_hash_str:19013
unity_0_c.c;mev_sh_entry_hash:11347
2
curlx_str_key_compare:18483
unity_0_c.c;mev_sh_entry_compare:11347
1
unity_0_c.c;mev_pollset_dtor:18419
2
unity_0_c.c;mev_sh_entry_dtor:11347
unity_0_c.c;cpool_bundle_free_entry:63
1
** External Symbol **:29829

Curl_hash_str
# Func Hash:
146835646621254984
# Num Counters:
2
# Counter Values:
1878727
149838

Curl_hmacit
# Func Hash:
444246269423065088
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_host_is_ipnum
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

Curl_hsts_copy
# Func Hash:
334492584055289636
# Num Counters:
5
# Counter Values:
0
0
0
0
0

Curl_hsts_loadcb
# Func Hash:
975908930155853299
# Num Counters:
13
# Counter Values:
0
0
0
0
0
19550
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_hsts_loadfile
# Func Hash:
410888142367545721
# Num Counters:
29
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_hsts_loadfiles
# Func Hash:
651056899687650953
# Num Counters:
10
# Counter Values:
0
0
19550
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_hsts_parse
# Func Hash:
1146685178160985416
# Num Counters:
42
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_hsts_save
# Func Hash:
452172252687502827
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
120
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_http
# Func Hash:
109972597424295668
# Num Counters:
397
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
24760
0
0
0
4000
0
0
19500
10100
19500
19500
19500
0
24760
4080
0
37800
13240
24760
216400
105660
0
205900
97000
0
0
0
0
0
0
0
0
0
0
0
0
0
37900
0
13240
0
0
0
24760
24760
0
0
4080
4080
0
100
0
0
24760
24760
24560
4080
0
24760
22600
24760
24760
10500
20760
0
50040
48960
370500
41880
32640
0
0
0
0
0
29640
24480
0
0
0
240
0
24760
0
0
100
0
0
0
0
12100
16100
28900
19500
9400
0
0
0
0
0
0
0
0
0
19500
0
100
19500
0
0
100
0
0
0
0
0
0
102
0
5160
1080
0
0
0
9240
19500
9240
0
0
1
9240
5160
0
0
19500
19500
19500
19500
240
240
0
100
102
19500
9400
0
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
19500
0
0
1
19500
19500
0
10100
0
0
0
4080
0
0
0
0
19500
0
19500
0
19500
0
0
0
0
100
0
0
0
0
0
10100
4080
10100
0
0
19500
0
0
0
7400
15500
19500
0
0
19500
19500
19500
19500
1
0
0
0
0
0
0
9400
0
0
0
0
0
4080
0
0
0
0
10100
0
0
0
19500
0
0
10100
15420
0
0
0
19500
0
0
0
0
0
19500
0
0
0
100
4080
0
0
0
0
0
0
19500
4080
10100
0
0
0
0
0
0
0
0
0
0
0
0
10100
4080
0
0
0
0
100
0
0
9400
10100
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19500
0
0
0
0
0
0
0
4000
0
0
0
0
80
0
0
0
100
4080
4000
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
24760
24760
240
0
0
0
10100
0
0
0
0
121760
228500
0
0
24760
0
0
0
0
0
0
0
0
0
0
0
41880
54120
33720
37900
100
38000
100
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
30
1
** External Symbol **:19500
1
** External Symbol **:19500
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
** External Symbol **:19500
1
** External Symbol **:19500
3
unity_0_c.c;cr_null_total_length:15420
unity_0_c.c;cr_buf_total_length:4000
unity_0_c.c;cr_in_total_length:80
0
0
0
3
unity_0_c.c;cr_null_total_length:15420
unity_0_c.c;cr_buf_total_length:4000
unity_0_c.c;cr_in_total_length:80
0
0
0
0
0
1
** External Symbol **:100
1
** External Symbol **:19500
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_http2_may_switch
# Func Hash:
93478049356771039
# Num Counters:
9
# Counter Values:
101
101
101
0
0
0
0
0
0

Curl_http2_request_upgrade
# Func Hash:
690758650496274694
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_http2_switch
# Func Hash:
1010863707605263516
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_http2_switch_at
# Func Hash:
19126821516572303
# Num Counters:
8
# Counter Values:
0
1
0
1
1
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1
1
** External Symbol **:1
1
unity_0_c.c;cf_h2_connect:1

Curl_http2_upgrade
# Func Hash:
776432536178063287
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_http_auth_act
# Func Hash:
765731004555806229
# Num Counters:
29
# Counter Values:
0
0
19500
0
19500
0
0
0
0
19500
0
0
0
18300
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_http_doing_pollset
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

Curl_http_done
# Func Hash:
391331303534867899
# Num Counters:
7
# Counter Values:
19500
0
0
19500
19500
19500
0

Curl_http_follow
# Func Hash:
645044694753875055
# Num Counters:
61
# Counter Values:
0
0
0
0
601
0
601
0
0
0
601
0
601
0
0
0
0
0
0
0
0
601
601
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
0
0
0
0
0
0
0
0
1
** External Symbol **:601
0
1
** External Symbol **:601
0

Curl_http_input_auth
# Func Hash:
309392616507354166
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_http_method
# Func Hash:
1080275686034198961
# Num Counters:
11
# Counter Values:
0
3000
0
19500
19500
1080
18020
15020
0
0
19500

Curl_http_neg_init
# Func Hash:
974670604825715465
# Num Counters:
8
# Counter Values:
0
0
19550
0
0
0
0
0

Curl_http_output_auth
# Func Hash:
25398237150673240
# Num Counters:
19
# Counter Values:
0
0
0
19500
0
0
0
0
0
0
19500
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:19500

Curl_http_perform_pollset
# Func Hash:
135188634032907360
# Num Counters:
8
# Counter Values:
1084
1084
27698
27698
27698
1084
1084
0

Curl_http_proxy_create_tunnel_request
# Func Hash:
434226712097142406
# Num Counters:
78
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
13
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_http_proxy_inspect_tunnel_response
# Func Hash:
516688358176119749
# Num Counters:
50
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_http_req_free
# Func Hash:
896554592581937255
# Num Counters:
2
# Counter Values:
18800
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:9400
1
** External Symbol **:9400
1
** External Symbol **:9400
1
** External Symbol **:9400

Curl_http_req_make
# Func Hash:
221902287299672331
# Num Counters:
19
# Counter Values:
0
0
9400
9400
0
0
0
9400
0
0
9400
0
0
0
9400
9400
0
9400
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
1
** External Symbol **:9400
0
0
1
** External Symbol **:9400
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
2
3:7700
4:1700
0
0
3
6:7000
17:2000
9:400

Curl_http_req_make2
# Func Hash:
890108028657196650
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
0
0
0
0
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_http_req_to_h2
# Func Hash:
782209429548293900
# Num Counters:
72
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
203640
0
0
30200
0
0
0
11980
0
37600
37600
0
0
52740
43340
33940
0
0
0
0
0
11980
11980
9400
0
9400
0
0
0
0
9400
9400
0
0
0
9400
9400
9400
9400
9400
9400
0
9400
0
9400
0
0
0
11980
37600
9400
9400
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_http_resp_free
# Func Hash:
1063614629487135228
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_http_resp_make
# Func Hash:
692348643406506751
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_http_setup_conn
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
19550
0

Curl_http_to_fold
# Func Hash:
93478048261064124
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_http_write_resp
# Func Hash:
290495008940103846
# Num Counters:
6
# Counter Values:
36128
36128
36128
26488
9400
36128

Curl_http_write_resp_hd
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
65500
0

Curl_http_write_resp_hds
# Func Hash:
995959824742779674
# Num Counters:
47
# Counter Values:
0
80502
0
0
0
0
0
0
0
0
90362
80502
0
0
80502
70402
0
26028
10100
70402
0
70402
10100
0
0
10100
0
10100
0
0
10100
0
0
0
60302
0
0
9900
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:10100
1
** External Symbol **:10100

Curl_httpchunk_add_reader
# Func Hash:
974398288574920578
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_if2ip
# Func Hash:
102051345798192579
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_infof
# Func Hash:
844982799394901894
# Num Counters:
5
# Counter Values:
0
0
0
0
0

Curl_init_do
# Func Hash:
928018420088425087
# Num Counters:
7
# Counter Values:
19550
19550
400
19550
0
0
0

Curl_init_userdefined
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
120

Curl_initinfo
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
19670
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:19670
1
** External Symbol **:19670

Curl_input_digest
# Func Hash:
757987889377191025
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0

Curl_ipv6_scope
# Func Hash:
93478050115758181
# Num Counters:
9
# Counter Values:
0
152
152
0
0
0
0
0
0

Curl_is_absolute_url
# Func Hash:
764657764617328664
# Num Counters:
18
# Counter Values:
25882
0
0
69262
53867
69262
53867
15395
15395
15395
15395
7397
15395
0
15395
7397
0
0

Curl_is_ipaddr
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
53
0

Curl_llist_destroy
# Func Hash:
515008860852838763
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_llist_insert_next
# Func Hash:
928018418155763519
# Num Counters:
6
# Counter Values:
16889
36334
0
0
16889
0

Curl_loadhostpairs
# Func Hash:
1102944099303024367
# Num Counters:
127
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_looks_like_ipv6
# Func Hash:
1021331953252863366
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_md5it
# Func Hash:
1063705159280644635
# Num Counters:
3
# Counter Values:
0
0
0

Curl_meets_timecondition
# Func Hash:
141929910644053282
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_meta_get
# Func Hash:
742169496063203561
# Num Counters:
5
# Counter Values:
72930
92415
92300
19485
72930
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:92300
1
curlx_str_key_compare:72930

Curl_mntfy_add
# Func Hash:
477524360606639415
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_mntfy_dispatch_all
# Func Hash:
776432535653051739
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_multi_add_perform
# Func Hash:
376260594520754198
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_multi_ev_assess_xfer_bset
# Func Hash:
141929913405564672
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_multi_ev_dirty_xfers
# Func Hash:
341199224707685236
# Num Counters:
27
# Counter Values:
10275
0
0
0
0
36204
24102
24102
0
24102
0
0
24102
10311
0
5303
0
10275
10215
0
0
0
0
0
0
0
0

Curl_multi_get_easy
# Func Hash:
1149471909437469510
# Num Counters:
13
# Counter Values:
0
0
0
0
90724
0
90724
90724
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_multi_handle
# Func Hash:
811799189805302173
# Num Counters:
24
# Counter Values:
0
3
0
0
0
0
0
0
3
3
3
0
3
3
3
3
3
3
0
3
3
0
0
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
1
** External Symbol **:3
0
0
0
0
0
0
0
0
0
0

Curl_multi_pollset
# Func Hash:
391907266782148848
# Num Counters:
90
# Counter Values:
0
0
0
0
0
0
0
184838
0
0
0
0
0
0
0
0
0
0
92419
92419
92419
92419
0
26667
27852
92419
6121
6121
0
0
0
0
0
27698
0
0
0
0
0
0
0
0
0
154
0
0
0
27698
27698
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
1
Curl_http_perform_pollset:27698
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
2:92419

Curl_multi_will_close
# Func Hash:
484499720700930945
# Num Counters:
8
# Counter Values:
0
152
152
152
0
0
0
0

Curl_multi_xfer_buf_borrow
# Func Hash:
331865489826584201
# Num Counters:
8
# Counter Values:
0
0
0
47166
47163
0
3
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:3

Curl_nghttp2_calloc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
4
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:4

Curl_nghttp2_fr_print
# Func Hash:
448268670815032953
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_nghttp2_free
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
195112
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:195112

Curl_nghttp2_malloc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
143071
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:143071

Curl_nghttp2_realloc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
4
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:4

Curl_node_take_elem
# Func Hash:
948827211985849447
# Num Counters:
7
# Counter Values:
53223
53223
3
2
16886
1
36334

Curl_on_session_reuse
# Func Hash:
45209323718057495
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_open
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
120
120
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:120

Curl_ossl_add_session
# Func Hash:
911094034323185596
# Num Counters:
13
# Counter Values:
0
1
1
1
1
1
1
1
0
0
0
1
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1
0
1
** External Symbol **:1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_ossl_check_peer_cert
# Func Hash:
568633495352376392
# Num Counters:
198
# Counter Values:
0
0
0
0
0
0
0
1
0
0
0
0
1
1
0
1
0
1
0
0
1
0
0
0
1
0
0
1
0
0
0
1
0
0
0
1
1
0
1
0
0
0
1
0
0
0
0
0
0
0
1
0
0
0
0
0
1
1
0
0
0
0
0
0
1
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
4:1

Curl_ossl_ctx_init
# Func Hash:
1020947733731742273
# Num Counters:
96
# Counter Values:
0
0
0
0
0
1
0
0
0
1
0
0
0
0
0
0
1
1
0
0
1
1
0
1
0
0
0
1
0
0
1
0
0
0
1
0
0
0
0
0
0
1
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
1
1
1
0
0
0
0
0
1
0
0
1
1
0
0
0
1
1
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:1

Curl_ossl_report_handshake
# Func Hash:
187771964822065315
# Num Counters:
9
# Counter Values:
1
1
0
0
0
0
0
0
0

Curl_ossl_version
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2

Curl_output_digest
# Func Hash:
989075705233605727
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_parse_interface
# Func Hash:
951894802317582544
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
5
0
0
0
0
0

Curl_parse_login_details
# Func Hash:
847586361372376127
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
0

Curl_peer_from_connect_to
# Func Hash:
993307366306799734
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_peer_from_proxy_url
# Func Hash:
889478676880769266
# Num Counters:
38
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

Curl_peer_from_url
# Func Hash:
770948899150726736
# Num Counters:
30
# Counter Values:
0
19550
0
0
0
0
0
0
19550
0
19550
0
19550
0
0
0
0
19550
0
0
0
0
19550
0
19550
0
0
19550
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550

Curl_peer_link
# Func Hash:
859921299453980761
# Num Counters:
6
# Counter Values:
117909
59411
19398
59411
19398
6312
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:6312

Curl_peer_same_destination
# Func Hash:
920543274524375027
# Num Counters:
16
# Counter Values:
137628
48834
48834
48834
439506
48834
0
48834
0
48834
0
48834
48834
48834
48834
0

Curl_peer_uds_create
# Func Hash:
11575697274800435
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_pgrsCheck
# Func Hash:
556960142513315852
# Num Counters:
15
# Counter Values:
47166
47166
47166
0
0
0
0
0
0
0
0
0
0
0
0

Curl_pgrsCompleted
# Func Hash:
134732432071261922
# Num Counters:
4
# Counter Values:
19550
19550
19550
0

Curl_pgrsDone
# Func Hash:
134732430909126014
# Num Counters:
4
# Counter Values:
19500
19500
0
0

Curl_pgrsTimeWas
# Func Hash:
1100062951020090704
# Num Counters:
40
# Counter Values:
0
0
0
58905
58905
58650
58905
58650
58905
0
0
19550
19550
19550
19550
19550
102
0
0
152
1
0
0
0
0
0
19550
0
0
19550
0
0
19550
0
0
0
0
0
0
0

Curl_pgrs_download_inc
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
26488
26488
0

Curl_pgrs_upload_inc
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
4880
4880
0

Curl_pin_peer_pubkey
# Func Hash:
654668929311028506
# Num Counters:
34
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
0

Curl_poll
# Func Hash:
647472254130931366
# Num Counters:
11
# Counter Values:
0
0
173
173
50
50
0
0
10812
10639
0

Curl_pollfds_add_ps
# Func Hash:
536873291866125989
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_pollset_change
# Func Hash:
51429175768742669
# Num Counters:
20
# Counter Values:
0
0
67677
33973
33704
33973
23
0
0
33973
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

Curl_pollset_cleanup
# Func Hash:
891886624853505597
# Num Counters:
4
# Counter Values:
219544
109772
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
2:109772

Curl_pollset_move
# Func Hash:
177029409564841364
# Num Counters:
4
# Counter Values:
0
182702
0
91351
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
1
8:91351
1
2:91351
1
2:91351

Curl_pretransfer
# Func Hash:
970801801360893579
# Num Counters:
38
# Counter Values:
15070
13915
560
0
18990
4589
19550
0
0
0
19438
19438
0
15470
0
0
19438
19438
0
19550
19550
19550
19550
19550
0
4080
0
0
0
13076
0
0
0
0
0
0
4000
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
1
** External Symbol **:13915
0
0
0
1
** External Symbol **:13076
1
** External Symbol **:19550
0
0
0
0

Curl_printable_address
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
0
0
0

Curl_probeipv6
# Func Hash:
238984483296777918
# Num Counters:
3
# Counter Values:
3
3
0

Curl_proxy_init_conn
# Func Hash:
549085266314050005
# Num Counters:
110
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19550
0
0
0
19550
0
0
0
19550
19550
0
0
0
0
0
0
0
19550
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19550
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
14
0
0
0
1
** External Symbol **:19550
0
0
0
0
0
0
0
0
1
** External Symbol **:19550
1
** External Symbol **:19550
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

Curl_rand_bytes
# Func Hash:
859921301434184640
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_req_abort_sending
# Func Hash:
1124680651418429887
# Num Counters:
3
# Counter Values:
0
0
0

Curl_req_free
# Func Hash:
674753038077873270
# Num Counters:
4
# Counter Values:
0
96
120
112
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:120
1
** External Symbol **:120
1
** External Symbol **:120
0
1
** External Symbol **:96

Curl_req_hard_reset
# Func Hash:
566450988898858539
# Num Counters:
6
# Counter Values:
0
0
19550
19438
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550
1
** External Symbol **:19550

Curl_req_send
# Func Hash:
67024884275413401
# Num Counters:
13
# Counter Values:
0
19500
19500
19500
0
4080
19500
15420
4080
4080
15420
15420
15420
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
unity_0_c.c;cr_null_total_length:15420
unity_0_c.c;cr_buf_total_length:4000
unity_0_c.c;cr_in_total_length:80

Curl_req_send_more
# Func Hash:
623493559574111801
# Num Counters:
17
# Counter Values:
0
5244
5244
5244
5244
4444
4880
0
4880
4444
4080
4444
4880
4444
0
4880
364

Curl_req_soft_reset
# Func Hash:
845129393813294569
# Num Counters:
7
# Counter Values:
0
0
0
19550
112
19438
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19550
1
** External Symbol **:19550
0
0

Curl_req_want_send
# Func Hash:
499828440222502919
# Num Counters:
10
# Counter Values:
0
74864
74864
74864
72616
72616
72616
0
72616
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_query:44115
unity_0_c.c;cf_socket_query:28501

Curl_resolv
# Func Hash:
311693033685447361
# Num Counters:
7
# Counter Values:
152
0
152
0
0
0
0

Curl_resolv_announce_start
# Func Hash:
777551068662391100
# Num Counters:
19
# Counter Values:
0
0
53
0
53
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_resolv_blocking
# Func Hash:
844982800185653090
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_resolv_elapsed_ms
# Func Hash:
11922954732177284
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_resolv_get_ai
# Func Hash:
5832819154744672
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_resolv_pollset
# Func Hash:
1124680652115249575
# Num Counters:
3
# Counter Values:
0
0
0

Curl_resolv_take_result
# Func Hash:
764657766205768799
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_retry_request
# Func Hash:
881802930685846663
# Num Counters:
19
# Counter Values:
0
19500
0
19399
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_rlimit_drain
# Func Hash:
607699199479460586
# Num Counters:
5
# Counter Values:
31368
30388
0
0
0

Curl_rlimit_next_step_ms
# Func Hash:
391331303774949824
# Num Counters:
7
# Counter Values:
67130
33610
67085
33520
33520
33520
33520

Curl_rlimit_start
# Func Hash:
948827212270914540
# Num Counters:
9
# Counter Values:
19260
0
0
0
0
0
0
0
0

Curl_rlimit_wait_ms
# Func Hash:
948827210017709136
# Num Counters:
9
# Counter Values:
67130
67085
33520
0
0
0
0
0
0

Curl_scheme_to_proxytype
# Func Hash:
128589193504505876
# Num Counters:
26
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_secure_context
# Func Hash:
948827209382300840
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

Curl_sendrecv
# Func Hash:
542442306675625239
# Num Counters:
109
# Counter Values:
0
21388
0
1
0
1164
0
0
0
47166
125
9400
48929
21445
0
25640
1888
48929
48928
48929
46024
21388
47039
21444
0
48929
47166
47166
27540
47039
19643
29286
46024
1164
0
1889
9400
1164
0
19643
9400
1164
0
1889
48928
21388
47166
0
47039
0
0
48928
0
0
27666
0
0
0
19500
9400
11988
37765
0
19500
19500
19100
27665
0
0
19100
0
0
0
2025
2025
0
0
0
0
2025
0
0
0
27540
0
0
0
2025
0
0
27540
0
0
0
0
19643
19643
19643
0
0
0
0
19500
9400
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
Curl_cf_recv:48928
0
2
unity_0_c.c;cf_h2_data_pending:18084
Curl_cf_def_data_pending:9456

Curl_setblobopt
# Func Hash:
531264252233825683
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_sha256it
# Func Hash:
1063705159482881504
# Num Counters:
3
# Counter Values:
0
0
0

Curl_sha512_256it
# Func Hash:
679210745886084866
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_share_easy_link
# Func Hash:
211800873001426469
# Num Counters:
10
# Counter Values:
0
40
40
40
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

Curl_share_easy_unlink
# Func Hash:
948827211415869317
# Num Counters:
8
# Counter Values:
160
40
0
40
40
0
0
0

Curl_shutdown_start
# Func Hash:
502407524550364798
# Num Counters:
12
# Counter Values:
0
0
0
102
102
0
0
0
0
0
0
0

Curl_shutdown_timeleft
# Func Hash:
619802541973173957
# Num Counters:
7
# Counter Values:
102
102
102
102
102
0
0

Curl_slist_duplicate
# Func Hash:
470088713898851505
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_socket_check
# Func Hash:
23953949299571976
# Num Counters:
14
# Counter Values:
152
0
0
152
152
0
0
0
152
0
0
0
0
102

Curl_splay
# Func Hash:
640704450821781631
# Num Counters:
17
# Counter Values:
90505
134494
56983
43989
134494
19813
33710
14326
31696
19813
8909
33710
28225
19813
33710
88472
88472

Curl_splaygetbest
# Func Hash:
391331303741870482
# Num Counters:
6
# Counter Values:
24754
2436
2436
0
2436
0

Curl_splayinsert
# Func Hash:
599005164081992159
# Num Counters:
9
# Counter Values:
32239
32239
1992
1280
30247
7577
22670
32239
30247

Curl_splayremove
# Func Hash:
331779890586273151
# Num Counters:
9
# Counter Values:
33519
33519
1989
31530
1989
33519
3
19987
11540

Curl_ssl_adjust_pollset
# Func Hash:
178396240569940723
# Num Counters:
18
# Counter Values:
0
0
0
0
18099
14500
14500
14500
0
0
14500
0
0
0
0
0
0
14500
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_query:14498
unity_0_c.c;cf_ip_happy_query:2

Curl_ssl_config_cleanup
# Func Hash:
830778159238965351
# Num Counters:
2
# Counter Values:
39340
304
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
20
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304
1
** External Symbol **:304

Curl_ssl_easy_config_complete
# Func Hash:
868339080246697734
# Num Counters:
17
# Counter Values:
19550
19550
0
0
19550
19550
19550
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_ssl_free_certinfo
# Func Hash:
1050536511425295356
# Num Counters:
5
# Counter Values:
0
0
0
19790
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

Curl_ssl_peer_cleanup
# Func Hash:
799054845734889060
# Num Counters:
7
# Counter Values:
1
1
1
1
1
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
1
** External Symbol **:1
1
** External Symbol **:1

Curl_ssl_peer_init
# Func Hash:
157205121510019934
# Num Counters:
20
# Counter Values:
0
0
0
1
1
0
1
1
1
0
0
1
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_ssl_peer_key_make
# Func Hash:
814401440812550846
# Num Counters:
57
# Counter Values:
0
0
0
0
0
0
0
0
0
1
0
1
0
1
1
0
0
0
0
0
0
1
0
1
0
0
1
0
0
0
0
0
0
0
0
1
0
0
0
0
1
0
0
1
0
1
1
1
1
1
1
1
0
1
0
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1

Curl_ssl_push_certinfo_len
# Func Hash:
239377745061133292
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_ssl_scache_create
# Func Hash:
1050536509149058657
# Num Counters:
4
# Counter Values:
75
3
3
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:3
1
** External Symbol **:3
0

Curl_ssl_scache_destroy
# Func Hash:
444246271344002078
# Num Counters:
4
# Counter Values:
75
3
3
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:3
1
** External Symbol **:3

Curl_ssl_scache_lock
# Func Hash:
218421989951203535
# Num Counters:
5
# Counter Values:
2
2
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_ssl_scache_put
# Func Hash:
328759429786830115
# Num Counters:
46
# Counter Values:
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
1
0
1
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_ssl_scache_remove_all
# Func Hash:
290495010998613632
# Num Counters:
5
# Counter Values:
0
0
0
0
0

Curl_ssl_scache_take
# Func Hash:
1103606762417599603
# Num Counters:
22
# Counter Values:
0
0
0
0
0
1
0
0
0
1
0
1
0
0
0
0
0
0
1
0
0
0

Curl_ssl_scache_unlock
# Func Hash:
264495438346943122
# Num Counters:
5
# Counter Values:
2
2
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_ssl_session_create2
# Func Hash:
722121990166376155
# Num Counters:
5
# Counter Values:
0
1
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
0
1
** External Symbol **:1
0
0
0
0
0
0
0

Curl_ssl_session_destroy
# Func Hash:
716464721428193621
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

Curl_ssl_setup_x509_store
# Func Hash:
571599279568199955
# Num Counters:
117
# Counter Values:
0
0
0
1
1
0
1
0
1
0
0
1
0
0
1
1
0
0
0
0
0
0
0
0
1
0
0
1
0
0
0
0
1
0
1
0
1
0
1
0
0
0
0
1
1
1
0
0
0
0
0
1
1
0
0
0
0
0
0
1
1
0
1
0
0
1
0
0
0
0
0
0
0
0
0
1
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
1
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
0
0
1
** External Symbol **:1
0
1
** External Symbol **:1
0

Curl_str2addr
# Func Hash:
1124680650602959256
# Num Counters:
3
# Counter Values:
53
0
0

Curl_thrdpool_create
# Func Hash:
783881052097771432
# Num Counters:
4
# Counter Values:
3
3
0
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:3
1
** External Symbol **:3

Curl_thrdpool_destroy
# Func Hash:
903233820011523271
# Num Counters:
8
# Counter Values:
0
0
3
0
0
3
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_thrdpool_set_props
# Func Hash:
238984482812021090
# Num Counters:
3
# Counter Values:
6
6
0

Curl_thrdpool_trace
# Func Hash:
502833845935951123
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_thrdq_clear
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
0
0

Curl_thrdq_create
# Func Hash:
783881052097771432
# Num Counters:
4
# Counter Values:
3
3
0
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:3
1
** External Symbol **:3

Curl_thrdq_recv
# Func Hash:
491275434802927080
# Num Counters:
3
# Counter Values:
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_thrdq_send
# Func Hash:
731024985572198784
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_thrdq_set_props
# Func Hash:
431494656919539458
# Num Counters:
3
# Counter Values:
3
0
3

Curl_thrdq_trace
# Func Hash:
1127386595405899455
# Num Counters:
11
# Counter Values:
0
0
0
4
4
0
0
0
0
0
0

Curl_thread_create
# Func Hash:
948450302222561866
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

Curl_timeleft_ms
# Func Hash:
198947101644256255
# Num Counters:
18
# Counter Values:
0
164382
0
164382
133354
50578
0
50578
0
0
50578
0
50578
0
0
0
0
0

Curl_tls_keylog_open
# Func Hash:
844982798881822659
# Num Counters:
5
# Counter Values:
1
1
0
0
0

Curl_tls_keylog_write_line
# Func Hash:
978919875540695917
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_trc_cf_infof
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_trc_dns
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_trc_easy_timers
# Func Hash:
966527948732697308
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_trc_feat_infof
# Func Hash:
567185238756451538
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

Curl_trc_multi
# Func Hash:
187771966688361869
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

Curl_trc_read
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_trc_ssls
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_trc_timer
# Func Hash:
484499721526360177
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

Curl_trc_write
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

Curl_uint32_bset_resize
# Func Hash:
1088691244134381871
# Num Counters:
5
# Counter Values:
15
15
15
0
15
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:15
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_uint32_hash_destroy
# Func Hash:
578522692675747253
# Num Counters:
6
# Counter Values:
0
0
0
63
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
1
** External Symbol **:1

Curl_uint32_hash_remove
# Func Hash:
927641509699465113
# Num Counters:
7
# Counter Values:
9503
9400
9400
0
9400
9400
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;h2_stream_hash_free:9400
1
** External Symbol **:9400

Curl_uint32_hash_set
# Func Hash:
624597112194983405
# Num Counters:
8
# Counter Values:
119
9400
9400
0
1
9400
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1
0
1
** External Symbol **:9400

Curl_uint32_spbset_next
# Func Hash:
701607648501601350
# Num Counters:
13
# Counter Values:
62
14629
1
20
10295
10275
24044
15594
10237
24044
24044
13798
9

Curl_uint32_tbl_add
# Func Hash:
93478047811289973
# Num Counters:
7
# Counter Values:
0
37
19553
19553
19553
19513
40

Curl_uint32_tbl_destroy
# Func Hash:
470088711770000592
# Num Counters:
4
# Counter Values:
1536
0
0
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:3

Curl_uint32_tbl_resize
# Func Hash:
1143786698738120925
# Num Counters:
10
# Counter Values:
0
0
0
3
0
3
3
3
3
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:3
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

Curl_unix2addr
# Func Hash:
851654650391437181
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

Curl_update_timer
# Func Hash:
841091794848190791
# Num Counters:
29
# Counter Values:
0
0
0
52729
50923
50923
29417
19411
2095
0
2095
2095
19411
12923
2095
12923
19411
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17113

Curl_url_same_origin
# Func Hash:
265842479327335913
# Num Counters:
29
# Counter Values:
0
2704
2704
0
0
5409
5409
0
601
601
601
3005
601
601
0
601
601
601
601
601
0
0
0
601
0
0
0
601
601

Curl_url_set_authority
# Func Hash:
1124236339446995604
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_urldecode
# Func Hash:
822417619334945317
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_verify_header
# Func Hash:
135188633979564365
# Num Counters:
9
# Counter Values:
0
0
0
0
126502
126502
107002
0
0

Curl_vsetopt
# Func Hash:
460676699738037501
# Num Counters:
123
# Counter Values:
651
0
0
0
0
0
0
0
651
0
0
0
40
0
0
0
0
5176
2389
2787
0
18887
71610
55096
1008
1071
1302
0
20130
0
0
0
651
0
0
651
0
40
1031
40
0
0
1031
0
40
0
4080
0
0
16050
0
0
0
112
0
0
0
0
0
0
0
0
16514
0
560
0
40
0
0
16050
4080
0
0
0
0
0
0
112
0
0
112
0
112
0
0
112
0
0
0
0
0
112
0
0
0
0
112
0
0
112
0
0
0
112
0
0
0
0
0
0
0
0
1378
112
0
75
2389
55096
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
1
curl_free:560
1
** External Symbol **:1031
0
1
** External Symbol **:75

Curl_waitfds_add_ps
# Func Hash:
948827210937749213
# Num Counters:
8
# Counter Values:
4
2
4
4
4
4
0
4

Curl_wakeup_consume
# Func Hash:
694937217202227654
# Num Counters:
7
# Counter Values:
0
1
1
1
1
0
1

Curl_wakeup_signal
# Func Hash:
886271542296903473
# Num Counters:
4
# Counter Values:
0
0
0
0

Curl_xfer_pause_recv
# Func Hash:
761453658587847219
# Num Counters:
15
# Counter Values:
86
86
86
60
60
60
45
30
15
15
15
15
15
15
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
unity_0_c.c;cf_socket_cntrl:30
unity_0_c.c;cf_h2_cntrl:28
unity_0_c.c;ssl_cf_cntrl:28

Curl_xfer_pause_send
# Func Hash:
202080511132902075
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_xfer_send
# Func Hash:
971686721825018947
# Num Counters:
7
# Counter Values:
20664
0
20300
364
20664
20300
20664
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_send:20664

Curl_xfer_write_resp
# Func Hash:
1107865779519014254
# Num Counters:
11
# Counter Values:
0
36128
36128
9400
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_http_write_resp:36128

all.c;add_hd_table_incremental
# Func Hash:
489294129746477938
# Num Counters:
16
# Counter Values:
0
38105
38105
0
0
0
0
38189
38189
0
0
38189
38189
0
9
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_free:38105
1
Curl_nghttp2_malloc:38189
0
0
0

all.c;bubble_down
# Func Hash:
872112802933277744
# Num Counters:
5
# Counter Values:
2560
78
37
2480
32
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
all.c;stream_less:78

all.c;buf_chain_new
# Func Hash:
238891943924661986
# Num Counters:
3
# Counter Values:
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:1
0

all.c;bufs_alloc_chain
# Func Hash:
536873291500565565
# Num Counters:
4
# Counter Values:
0
0
0
0

all.c;check_header_value
# Func Hash:
650973722051507728
# Num Counters:
11
# Counter Values:
0
0
0
542660
542660
0
0
0
37340
0
0

all.c;decode_length
# Func Hash:
271263512842705034
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
103100
0
0
0

all.c;default_calloc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

all.c;default_free
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

all.c;default_malloc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

all.c;default_realloc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

all.c;emit_indname_block
# Func Hash:
1047985244238690101
# Num Counters:
13
# Counter Values:
0
0
0
11648
0
11648
2240
9408
2240
11648
8
200
8
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
1:9408
2:2240

all.c;emit_newname_block
# Func Hash:
311693032763746452
# Num Counters:
7
# Counter Values:
1
0
1
1
1
0
1

all.c;emit_string
# Func Hash:
236790043164429848
# Num Counters:
16
# Counter Values:
0
109001
0
0
0
11650
0
1525
11650
0
0
11650
0
11650
10125
10125
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
1:11650
3
2:1500
3:24
4:1

all.c;emit_table_size
# Func Hash:
448268670878856713
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

all.c;frame_pack_headers_shared
# Func Hash:
886271539840303333
# Num Counters:
4
# Counter Values:
0
9400
0
9400

all.c;get_error_code_from_lib_error_code
# Func Hash:
93478046634793490
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

all.c;hd_context_free
# Func Hash:
1063614629390336229
# Num Counters:
3
# Counter Values:
84
2
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_free:84
1
Curl_nghttp2_free:2

all.c;hd_context_init
# Func Hash:
515008863479825068
# Num Counters:
5
# Counter Values:
14
2
2
2
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_malloc:2

all.c;hd_context_shrink_table_size
# Func Hash:
971686721246665113
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

all.c;hd_inflate_commit_indname
# Func Hash:
18663487761073783
# Num Counters:
9
# Counter Values:
0
38180
0
38180
0
38180
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

all.c;hd_inflate_commit_newname
# Func Hash:
844982798966947742
# Num Counters:
4
# Counter Values:
0
0
8820
8820

all.c;hd_inflate_keep_free
# Func Hash:
303805473036068272
# Num Counters:
7
# Counter Values:
74901
47000
47000
47000
8820
8820
8820
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_free:8820
1
Curl_nghttp2_free:8820

all.c;hd_inflate_read_huff
# Func Hash:
134732432071261922
# Num Counters:
4
# Counter Values:
37460
37460
37460
37460

all.c;lookup_token
# Func Hash:
173526426123672762
# Num Counters:
132
# Counter Values:
0
0
0
0
0
0
9400
0
0
0
1500
0
0
0
2040
0
9400
0
0
0
0
0
0
9400
0
0
9400
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
60
200
0
60
0
0
8700
0
0
0
80360
2000
0
0
8760
9400
9400
20800
0
0
18800
0
1500
260
2040
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
1500
0
0
0
2040
0
0
0
0
9400
0
0
0
0
0
0
9400
0
0
0
9400
9400
0
0
0
0
9400
11400
0
0
0
0
0
0
0
0
0
0
200
60
0
60
0
0
0
8700
0
2000
0

all.c;map_insert
# Func Hash:
798733565113550750
# Num Counters:
4
# Counter Values:
13057
2
9440
9440

all.c;map_resize
# Func Hash:
303805473838975621
# Num Counters:
6
# Counter Values:
48
40
3
3
3
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_calloc:3
1
Curl_nghttp2_free:3

all.c;nghttp2_session_mem_send_internal
# Func Hash:
439301976779459750
# Num Counters:
195
# Counter Values:
0
0
0
15947
0
17651
0
48411
0
50114
71540
0
1
15947
0
32463
1
0
0
0
0
0
440
0
33599
15947
16076
0
0
15947
0
0
2
0
0
1
18801
0
0
0
0
16076
3819
0
12128
0
0
2
4259
0
0
0
0
0
16076
0
0
1
0
0
9400
0
0
0
0
0
0
1
9400
0
0
0
18801
2725
0
4259
0
0
0
0
0
4219
9400
0
0
18800
0
9400
0
0
0
0
0
0
0
0
0
0
2724
2724
40
0
0
0
0
0
0
0
0
40
9400
9400
0
0
9400
0
0
0
0
0
2724
0
0
0
0
0
0
0
0
0
0
0
0
0
0
2724
0
3819
400
0
0
0
9400
9400
0
0
0
0
0
0
0
0
0
0
9400
400
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
16076
16076
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
15
1
Curl_nghttp2_free:40
1
Curl_nghttp2_free:400
0
0
0
0
1
Curl_nghttp2_free:16076
1
Curl_nghttp2_free:16076
0
0
0
0
0
0
1
Curl_nghttp2_free:1

all.c;nghttp2_session_predicate_data_send
# Func Hash:
117630496074160851
# Num Counters:
11
# Counter Values:
6038
6038
6038
6038
6038
0
6038
0
0
0
0

all.c;nghttp2_session_upgrade_internal
# Func Hash:
837335710996378258
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

all.c;parser_bare_item
# Func Hash:
361962032427531685
# Num Counters:
61
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

all.c;parser_next_key_or_item
# Func Hash:
948827211960335342
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

all.c;parser_number
# Func Hash:
596847751443433263
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

all.c;parser_skip_params
# Func Hash:
1124680651418121013
# Num Counters:
4
# Counter Values:
0
0
0
0

all.c;pctdecode
# Func Hash:
694937219293126797
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

all.c;session_after_frame_sent1
# Func Hash:
852230375627497569
# Num Counters:
64
# Counter Values:
9400
9400
12128
2040
0
15947
0
12128
12128
3819
12128
3819
3819
2040
1779
1779
3819
2040
2040
9400
1
0
1
2724
9400
9400
2040
1
2724
2724
9400
0
0
0
2724
1
0
0
0
0
0
9400
0
2724
0
0
0
0
7360
0
9400
9400
2040
0
2040
0
2040
2040
1779
0
0
1
0
2724
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;on_frame_send:2040
1
unity_0_c.c;on_frame_send:1779
1
unity_0_c.c;on_frame_send:12128

all.c;session_after_frame_sent2
# Func Hash:
104006292931022526
# Num Counters:
13
# Counter Values:
9400
9400
12128
0
0
2040
1779
0
0
1779
1779
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_free:12128
1
Curl_nghttp2_free:2040
0
1
Curl_nghttp2_free:1779

all.c;session_call_error_callback
# Func Hash:
871769979631623541
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

all.c;session_call_select_padding
# Func Hash:
83342534144099989
# Num Counters:
7
# Counter Values:
13219
11520
0
11520
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

all.c;session_close_stream_on_goaway
# Func Hash:
653247342940087491
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0

all.c;session_handle_invalid_connection
# Func Hash:
491275434835550526
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

all.c;session_handle_invalid_stream2
# Func Hash:
264495437442118717
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

all.c;session_headers_add_pad
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
9400
9400

all.c;session_inbound_frame_reset
# Func Hash:
654776042821908937
# Num Counters:
17
# Counter Values:
12882
0
2000
0
24325
0
0
2
9400
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
1
Curl_nghttp2_free:9400
1
Curl_nghttp2_free:2
1
Curl_nghttp2_free:2
0
0
0
0
1
Curl_nghttp2_free:24325

all.c;session_is_closing
# Func Hash:
798733566286468839
# Num Counters:
5
# Counter Values:
66719
66719
66719
0
3092

all.c;session_new
# Func Hash:
74680660248082064
# Num Counters:
42
# Counter Values:
0
8
1
0
0
1
0
1
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
1
0
0
0
0
1
0
1
1
0
0
0
1
0
1
1
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_calloc:1
0
1
Curl_nghttp2_free:1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
17:1

all.c;session_ob_data_push
# Func Hash:
844982796995757635
# Num Counters:
4
# Counter Values:
2480
34
0
2480

all.c;session_on_data_received_fail_fast
# Func Hash:
734311861984767611
# Num Counters:
18
# Counter Values:
0
0
12880
0
0
12880
12880
12880
0
0
12880
0
0
12880
12880
0
0
0

all.c;session_process_headers_frame
# Func Hash:
159676628943675333
# Num Counters:
9
# Counter Values:
9400
0
9400
0
9400
0
9400
9400
0

all.c;session_update_consumed_size
# Func Hash:
287486627378057607
# Num Counters:
6
# Counter Values:
32206
0
24149
20508
0
0

all.c;session_update_glitch_ratelim
# Func Hash:
536873290763120458
# Num Counters:
4
# Counter Values:
0
0
0
0

all.c;session_update_stream_priority
# Func Hash:
238984482966880379
# Num Counters:
3
# Counter Values:
0
0
0

all.c;stream_less
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
112
0

all.c;submit_headers_shared_nva
# Func Hash:
784226219076160454
# Num Counters:
10
# Counter Values:
9400
0
2040
0
0
9400
2040
9400
0
2040
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_malloc:9400
0
0
0

all.c;submit_request_shared
# Func Hash:
287486624975591685
# Num Counters:
6
# Counter Values:
9400
9400
7360
2040
0
2040

cf_ip_happy_insert_after
# Func Hash:
342085792951419757
# Num Counters:
13
# Counter Values:
0
0
152
152
0
152
152
0
152
152
0
152
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:152
1
** External Symbol **:152
0
0

curl_easy_cleanup
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
112
112
112

curl_easy_duphandle
# Func Hash:
475292286307502890
# Num Counters:
43
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

curl_easy_escape
# Func Hash:
714500945592723233
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

curl_easy_getinfo
# Func Hash:
844982799649031011
# Num Counters:
4
# Counter Values:
29406
29406
29406
0

curl_easy_init
# Func Hash:
11922953888462045
# Num Counters:
6
# Counter Values:
0
0
120
0
0
120

curl_easy_pause
# Func Hash:
238728075938521655
# Num Counters:
35
# Counter Values:
0
0
0
0
0
0
20
20
20
20
20
20
20
15
20
15
0
0
20
0
20
20
0
0
15
15
15
15
20
0
6
15
15
20
15
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_creader_def_is_paused:20

curl_easy_setopt
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
42812
42812
0

curl_easy_strerror
# Func Hash:
1137888736288458970
# Num Counters:
88
# Counter Values:
50
0
0
0
0
0
0
0
50
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

curl_free
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5635
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5635

curl_global_init
# Func Hash:
238984484159291185
# Num Counters:
3
# Counter Values:
0
0
0

curl_global_init_mem
# Func Hash:
995382919239254299
# Num Counters:
9
# Counter Values:
0
0
1
0
1
1
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_init:1

curl_maprintf
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
66598

curl_mfprintf
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

curl_msnprintf
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
29808

curl_multi_add_handle
# Func Hash:
568233556718924216
# Num Counters:
33
# Counter Values:
19550
19550
19550
19550
0
19550
0
0
19550
0
19550
0
0
0
0
19550
19550
0
19550
0
19550
19550
0
0
0
0
0
19550
0
0
3295
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

curl_multi_cleanup
# Func Hash:
261653130920596213
# Num Counters:
37
# Counter Values:
0
0
3
0
1533
0
0
0
0
0
3
3
3
3
0
3
3
0
3
3
3
0
0
0
3
3
0
0
3
2
1
3
3
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
15
0
0
1
** External Symbol **:2
1
** External Symbol **:1
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3
0
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3
1
** External Symbol **:3

curl_multi_info_read
# Func Hash:
402209679874451479
# Num Counters:
8
# Counter Values:
29606
29606
29606
29606
19550
19550
19550
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

curl_multi_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
3

curl_multi_perform
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
1
1
1

curl_multi_poll
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

curl_multi_remove_handle
# Func Hash:
211985030207309198
# Num Counters:
48
# Counter Values:
19550
19550
19550
19550
19550
19550
19550
19550
339154
339154
0
0
19550
0
19550
0
19550
0
19550
19550
0
0
0
10614
0
19550
0
0
19550
19550
19550
19550
0
18950
0
0
0
0
19550
0
0
0
0
0
0
0
19550
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

curl_multi_setopt
# Func Hash:
193940383785645944
# Num Counters:
55
# Counter Values:
0
0
0
0
101
101
101
101
0
0
0
0
0
2
0
2
0
0
0
87
0
2
0
0
0
0
0
3
0
3
0
0
3
0
3
2
0
0
0
0
0
0
0
0
0
0
0
0
0
0
87
87
0
0
0

curl_multi_socket_action
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
13613
13613

curl_multi_timeout
# Func Hash:
1124680652285324760
# Num Counters:
4
# Counter Values:
2
2
2
2

curl_multi_waitfds
# Func Hash:
701822714851283350
# Num Counters:
23
# Counter Values:
0
2
14
4
4
0
4
4
2
0
1
2
0
0
0
2
1
2
2
0
0
2
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
2:2
1
2:2

curl_multi_wakeup
# Func Hash:
134732432720417413
# Num Counters:
4
# Counter Values:
0
0
0
0

curl_mvaprintf
# Func Hash:
146393205785219334
# Num Counters:
3
# Counter Values:
0
66598
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

curl_mvsnprintf
# Func Hash:
238984482966880379
# Num Counters:
3
# Counter Values:
29858
0
29858

curl_pushheader_byname
# Func Hash:
599005160868426655
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0

curl_share_cleanup
# Func Hash:
1124680653462654286
# Num Counters:
4
# Counter Values:
5
5
5
5

curl_share_init
# Func Hash:
811594941239279739
# Num Counters:
3
# Counter Values:
5
5
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

curl_share_setopt
# Func Hash:
460512477158519186
# Num Counters:
39
# Counter Values:
0
5
5
5
5
0
0
0
0
0
0
0
0
0
5
0
5
0
0
0
0
0
0
0
0
0
5
0
0
0
0
5
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

curl_slist_append
# Func Hash:
771823168281205216
# Num Counters:
6
# Counter Values:
96
990
990
990
339
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:990
1
** External Symbol **:990
0

curl_slist_free_all
# Func Hash:
1124236338567769002
# Num Counters:
3
# Counter Values:
339
875
1526
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:990
1
** External Symbol **:990

curl_strnequal
# Func Hash:
631255613157600806
# Num Counters:
6
# Counter Values:
478559
121576
0
90776
0
519783

curl_url
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
560
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:560

curl_url_cleanup
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
5747
560
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:560

curl_url_dup
# Func Hash:
797180625357494546
# Num Counters:
22
# Counter Values:
0
0
0
0
0
0
0
0
0
13915
0
13915
0
0
0
13915
13915
13915
0
0
13915
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
1
** External Symbol **:13915
1
** External Symbol **:13915
0
0
0
1
** External Symbol **:13915
1
** External Symbol **:13915
1
** External Symbol **:13915
0
0
0
0

curl_url_get
# Func Hash:
111111454050608264
# Num Counters:
107
# Counter Values:
0
0
0
0
0
0
0
196101
196101
0
196101
20151
0
0
82200
0
82200
82200
82200
82200
0
0
82200
19550
19550
19550
19550
0
20151
19550
19550
19550
19550
19550
19550
0
62650
4000
4000
16151
20151
0
0
0
0
0
19550
20151
0
0
0
0
0
20151
0
19550
0
0
0
20151
0
0
20151
19550
0
20151
0
0
0
0
0
20151
20151
0
0
20151
0
0
19550
50
0
0
0
0
0
0
20151
20151
0
20151
20151
20151
20151
20151
20151
20151
20151
0
0
50
16151
20151
0
0
0
19550
19550
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:20151
1
** External Symbol **:82200
0
1
** External Symbol **:19550
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
7
5:28950
9:20350
6:18700
4:10150
17:3980
1:50
16:20

curl_url_set
# Func Hash:
375930332903013335
# Num Counters:
112
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7397
0
0
0
0
0
0
7397
0
0
0
0
0
7397
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7397
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
16
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

curl_url_strerror
# Func Hash:
296805424379632997
# Num Counters:
33
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

curl_version_info
# Func Hash:
444246268764960464
# Num Counters:
4
# Counter Values:
10
10
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_ossl_version:1
0

curlx_base64_decode
# Func Hash:
653427756141606226
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

curlx_dyn_addf
# Func Hash:
702941992757231615
# Num Counters:
3
# Counter Values:
74082
0
74082

curlx_dyn_vprintf
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
74082
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

curlx_nonblock
# Func Hash:
134732432071261922
# Num Counters:
4
# Counter Values:
254
254
152
152

curlx_pnow
# Func Hash:
1124680653747245318
# Num Counters:
3
# Counter Values:
0
1081562
0

curlx_str_key_compare
# Func Hash:
298789182569385415
# Num Counters:
3
# Counter Values:
111288
49
111288
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
9:91349
16:19939

curlx_str_trimblanks
# Func Hash:
93478049269125423
# Num Counters:
8
# Counter Values:
300
0
600
300
300
0
300
300

curlx_strerror
# Func Hash:
93478046889235952
# Num Counters:
7
# Counter Values:
50
0
50
0
0
0
0

curlx_wait_ms
# Func Hash:
567185241845491640
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

nghttp2_adjust_local_window_size
# Func Hash:
391331301203473165
# Num Counters:
7
# Counter Values:
0
14
9400
14
9400
14
14

nghttp2_buf_reserve
# Func Hash:
491275434802927080
# Num Counters:
3
# Counter Values:
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_realloc:1

nghttp2_bufs_init3
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
1
1
1

nghttp2_bufs_realloc
# Func Hash:
190355455520333941
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_bufs_reset
# Func Hash:
470088714955321604
# Num Counters:
4
# Counter Values:
32466
0
32466
32466
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_frame_add_pad
# Func Hash:
700171237495097698
# Num Counters:
3
# Counter Values:
13219
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

nghttp2_frame_pack_altsvc
# Func Hash:
431425921184495197
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

nghttp2_frame_pack_goaway
# Func Hash:
656349717545159927
# Num Counters:
6
# Counter Values:
0
1
0
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:1

nghttp2_frame_pack_headers
# Func Hash:
1111451242121591823
# Num Counters:
8
# Counter Values:
9400
9400
9400
0
0
9400
9400
0

nghttp2_frame_pack_origin
# Func Hash:
98923586076052933
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

nghttp2_frame_pack_priority
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

nghttp2_frame_pack_priority_update
# Func Hash:
978919875542963763
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

nghttp2_frame_pack_push_promise
# Func Hash:
37730074795764159
# Num Counters:
4
# Counter Values:
0
0
0
0

nghttp2_frame_pack_settings
# Func Hash:
1124680653157207770
# Num Counters:
3
# Counter Values:
3
2
2

nghttp2_frame_unpack_headers_payload
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
9400

nghttp2_frame_unpack_origin_payload
# Func Hash:
863677849487677095
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

nghttp2_hd_deflate_hd_bufs
# Func Hash:
423616449963305508
# Num Counters:
73
# Counter Values:
0
0
0
0
0
0
2040
0
0
41831
0
0
46593
4762
14000
46593
0
46593
1999
0
59891
42991
61258
49810
31750
0
1999
18102
1999
69540
41832
11649
59891
0
69540
41831
11648
71340
0
9400
1
59891
0
9400
9
9
0
0
1
9400
0
0
8
0
9
0
9
1
1
0
0
9
9
0
59900
1
9
1
0
0
0
3600
3600
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_malloc:1
1
Curl_nghttp2_malloc:9
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
6
1
7:1999
5
9:20797
17:9399
3:9098
16:3498
4:199
4
5:9400
3:7161
4:1501
9:40
1
1:59891
1
7:1
5
9:3
3:2
16:2
17:1
4:1

nghttp2_hd_entry_free
# Func Hash:
303805473036068272
# Num Counters:
7
# Counter Values:
38189
38189
38189
38189
1
38189
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_free:38189
1
Curl_nghttp2_free:1

nghttp2_hd_entry_init
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
38189
1
38189

nghttp2_hd_huff_decode
# Func Hash:
619802541842842986
# Num Counters:
6
# Counter Values:
401320
286820
256860
37460
37460
0

nghttp2_hd_huff_encode
# Func Hash:
325048438656285564
# Num Counters:
16
# Counter Values:
0
0
0
105925
16773
6037
16773
0
6037
10125
0
10125
9695
10125
0
9695

nghttp2_hd_inflate_free
# Func Hash:
303805473036068272
# Num Counters:
7
# Counter Values:
1
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_hd_inflate_hd_nv
# Func Hash:
873785158498288290
# Num Counters:
74
# Counter Values:
9400
0
8820
0
0
0
0
158920
65500
47000
8820
47000
8820
0
0
47000
8820
37340
120
65500
47000
8820
0
0
47280
120
8700
47000
8820
0
8700
120
0
8700
120
0
37340
120
9660
8700
8820
0
8700
47000
8820
47280
47280
9100
38180
9660
8700
47280
0
47280
9400
9400
38180
38180
9400
0
0
9100
37340
9660
37340
9660
9660
0
9660
8820
28520
9660
37340
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_malloc:120
1
Curl_nghttp2_malloc:8700
1
Curl_nghttp2_malloc:37340
1
Curl_nghttp2_malloc:9660
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
4:8700
3
2:8700
3:900
6:60

nghttp2_hd_inflate_init
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
1
1

nghttp2_http2_strerror
# Func Hash:
303685790808207788
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

nghttp2_http_on_header
# Func Hash:
838143480214688304
# Num Counters:
144
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
376360
0
0
0
0
0
0
0
0
0
9400
46700
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
56100
0
9360
0
56100
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
37340
9400
0
0
0
0
0
0
0
0
46700
0
0
0
0
0
0
0
0
9360
37340
9400
0
19560
19560
19560
0
0
9400
0
0
0
0
9360
0
0
0
0
0
0
0
9400
0
0
0
8760
0
0
0
0
0
9400
0
9360
0
0
0
0
0
0
9400
0
0
0
0
0
9400
0
0
0
0
0

nghttp2_http_on_request_headers
# Func Hash:
650973720741014691
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

nghttp2_http_on_response_headers
# Func Hash:
974670608865482781
# Num Counters:
7
# Counter Values:
9400
0
9200
9160
240
0
9200

nghttp2_http_parse_priority
# Func Hash:
438284561842926045
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

nghttp2_http_record_request_method
# Func Hash:
896858936455950254
# Num Counters:
11
# Counter Values:
0
9400
9400
9400
0
9400
9400
0
1700
0
200

nghttp2_is_fatal
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
47518

nghttp2_iv_check
# Func Hash:
414921809336349259
# Num Counters:
12
# Counter Values:
0
0
0
0
3
3
0
0
1
1
0
2

nghttp2_map_find
# Func Hash:
844982798936576731
# Num Counters:
4
# Counter Values:
136473
353118
348225
293396

nghttp2_map_insert
# Func Hash:
631255616415703699
# Num Counters:
6
# Counter Values:
3
9397
3
0
0
1

nghttp2_map_remove
# Func Hash:
1096621589247545178
# Num Counters:
5
# Counter Values:
12996
34
9400
9400
9400

nghttp2_nv_array_copy
# Func Hash:
1006158814917413691
# Num Counters:
12
# Counter Values:
627160
71540
71540
71540
0
71540
0
71540
71540
9400
9400
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_malloc:9400
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
4
9:31940
7:20800
5:9400
6:9400
8
9:21200
3:15125
17:11600
5:9632
6:7040
16:3500
4:1943
2:1500

nghttp2_option_del
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_option_new
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
1
0

nghttp2_option_set_no_auto_window_update
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_outbound_item_free
# Func Hash:
1018693120406504429
# Num Counters:
18
# Counter Values:
2040
0
0
0
48542
30244
0
1
2
9400
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
1
Curl_nghttp2_free:9400
1
Curl_nghttp2_free:2
0
1
Curl_nghttp2_free:1
0
0
0

nghttp2_pack_settings_payload
# Func Hash:
1124680651524605493
# Num Counters:
4
# Counter Values:
0
0
0
0

nghttp2_pq_push
# Func Hash:
1040022893544803116
# Num Counters:
6
# Counter Values:
34
0
2480
2480
3
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_realloc:3
1
all.c;stream_less:34

nghttp2_pq_remove
# Func Hash:
927641508448978740
# Num Counters:
7
# Counter Values:
0
0
2480
0
2480
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_priority_spec_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
9400

nghttp2_ratelim_update
# Func Hash:
334492581945269475
# Num Counters:
5
# Counter Values:
0
0
0
0
0

nghttp2_session_add_goaway
# Func Hash:
670578947868009502
# Num Counters:
8
# Counter Values:
1
0
1
1
0
0
1
1
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_malloc:1
1
Curl_nghttp2_malloc:1
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:1

nghttp2_session_add_item
# Func Hash:
746321609765961919
# Num Counters:
29
# Counter Values:
2
20840
20840
0
2040
0
2
0
2040
0
10956
0
0
0
0
1
1
7845
0
0
0
0
2040
9400
0
0
0
1
0

nghttp2_session_add_ping
# Func Hash:
5916475529065640
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_session_add_rst_stream_continue
# Func Hash:
776432536589099743
# Num Counters:
21
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_session_add_settings
# Func Hash:
780384978015098718
# Num Counters:
32
# Counter Values:
0
3
3
0
0
2
0
3
1
1
2
1
1
1
1
1
0
1
0
0
0
1
1
1
1
1
0
1
0
1
0
1
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
1
Curl_nghttp2_malloc:2
1
Curl_nghttp2_malloc:1
0
1
Curl_nghttp2_malloc:1
1
Curl_nghttp2_malloc:1
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
17:1
1
17:1

nghttp2_session_add_window_update
# Func Hash:
238891943924661986
# Num Counters:
3
# Counter Values:
18801
18801
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:18801
0

nghttp2_session_callbacks_del
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_new
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
1
0

nghttp2_session_callbacks_set_error_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_begin_headers_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_data_chunk_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_frame_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_frame_send_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_header_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_invalid_frame_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_on_stream_close_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_callbacks_set_send_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_session_check_request_allowed
# Func Hash:
1124680650843380658
# Num Counters:
4
# Counter Values:
32478
32478
32478
32478

nghttp2_session_client_new3
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
1
1

nghttp2_session_close_stream
# Func Hash:
806849076577555675
# Num Counters:
15
# Counter Values:
11400
9400
9400
9400
9400
0
9400
0
0
0
9400
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;on_stream_close:9400
0

nghttp2_session_consume
# Func Hash:
732038794187529744
# Num Counters:
9
# Counter Values:
14740
14740
14740
14740
14740
14740
14740
0
14740

nghttp2_session_del
# Func Hash:
513447366689523273
# Num Counters:
14
# Counter Values:
8
0
0
0
0
1
0
0
0
0
0
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
13
0
0
1
Curl_nghttp2_free:8
0
0
1
Curl_nghttp2_free:1
0
0
0
1
Curl_nghttp2_free:1
1
Curl_nghttp2_free:1
1
Curl_nghttp2_free:1
1
Curl_nghttp2_free:1

nghttp2_session_destroy_stream
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
9400
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_free:9400

nghttp2_session_get_local_window_size
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

nghttp2_session_get_remote_settings
# Func Hash:
135188633623736868
# Num Counters:
9
# Counter Values:
0
1
1
0
0
0
0
0
0

nghttp2_session_get_remote_window_size
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
724

nghttp2_session_get_stream_effective_local_window_size
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
9428
9414
9414
9414
0

nghttp2_session_get_stream_effective_recv_data_length
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
0
0
0
0
0

nghttp2_session_get_stream_remote_window_size
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
724
724
724
724
0

nghttp2_session_get_stream_user_data
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
118179
116179
116179
116179
0

nghttp2_session_mem_recv
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
13678

nghttp2_session_mem_recv2
# Func Hash:
616124121542286159
# Num Counters:
454
# Counter Values:
9400
0
0
0
0
0
0
0
0
0
1
1
1
0
0
0
0
0
0
0
0
2000
0
0
0
0
0
0
0
65500
56100
0
9400
0
65500
13678
3
0
0
0
0
56100
0
13678
0
0
0
24322
0
0
0
4
0
0
0
0
0
9400
0
0
0
1
56100
1
0
0
0
0
0
0
21
0
0
0
14740
14740
0
3
0
2041
1
0
9400
0
0
0
0
0
0
0
13678
0
0
9400
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
14740
9400
0
0
0
0
9400
0
56100
0
0
2
0
9400
0
24323
0
0
3
0
14740
0
9400
0
0
56100
56100
0
0
12880
0
0
12880
0
0
0
0
0
2
2
0
0
14923
0
0
3
0
0
0
0
0
0
2000
41
0
9400
0
2000
41
0
1
0
9400
9400
0
0
0
9400
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
14740
0
0
0
0
0
0
9400
9400
0
0
0
12880
0
0
0
2041
2
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
14740
0
0
0
0
0
0
9400
0
0
9400
0
0
0
0
0
0
0
0
0
0
12880
0
0
0
9400
0
0
0
0
2
0
0
0
0
14923
0
9400
0
0
0
14923
0
0
0
0
0
0
0
0
0
14740
9400
0
0
0
0
0
0
0
0
1
0
0
0
0
9400
0
0
0
0
9400
0
0
0
14740
240
14740
0
0
0
0
0
0
0
0
0
0
9400
0
0
1
0
0
240
0
0
9400
0
0
0
14740
0
1
0
240
0
14740
0
0
1
0
0
0
0
0
0
240
12880
0
0
0
0
14740
0
0
12880
0
0
0
240
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
9400
0
0
0
0
0
0
0
240
0
0
0
0
0
1860
0
0
0
0
0
0
0
28227
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
17
0
1
Curl_nghttp2_malloc:1
0
0
0
0
0
0
0
1
unity_0_c.c;on_header:56100
1
unity_0_c.c;on_frame_recv:9400
0
1
unity_0_c.c;on_data_chunk_recv:14740
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
10
0
1
9:1
1
9:24322
1
4:2041
1
6:3
0
0
0
0
0

nghttp2_session_on_altsvc_received
# Func Hash:
637722994039113059
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

nghttp2_session_on_data_received
# Func Hash:
553779665395993042
# Num Counters:
21
# Counter Values:
12880
12880
12880
12880
12880
12880
12880
12880
12880
12880
9160
9160
9160
0
9160
9160
9160
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;on_frame_recv:12880

nghttp2_session_on_goaway_received
# Func Hash:
716669421296015174
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

nghttp2_session_on_headers_received
# Func Hash:
920234733859864976
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

nghttp2_session_on_ping_received
# Func Hash:
402209679660839236
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

nghttp2_session_on_priority_update_received
# Func Hash:
550029562551032971
# Num Counters:
31
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

nghttp2_session_on_push_promise_received
# Func Hash:
453292988964309690
# Num Counters:
33
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

nghttp2_session_on_push_response_headers_received
# Func Hash:
882229827604236128
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

nghttp2_session_on_request_headers_received
# Func Hash:
1084587817617560525
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

nghttp2_session_on_response_headers_received
# Func Hash:
297057259817607664
# Num Counters:
8
# Counter Values:
0
0
9400
9400
0
0
9400
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;on_begin_headers:9400

nghttp2_session_on_rst_stream_received
# Func Hash:
458129223232724914
# Num Counters:
16
# Counter Values:
0
2000
2000
0
0
0
2000
2000
0
2000
0
2000
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;on_frame_recv:2000

nghttp2_session_on_settings_received
# Func Hash:
274380841731031741
# Num Counters:
48
# Counter Values:
3
16
16
1
1
1
0
1
0
1
0
0
1
1
0
0
0
1
0
0
0
1
0
0
1
0
0
0
0
0
1
0
0
1
1
1
1
1
0
0
0
1
0
1
1
1
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_free:1
1
Curl_nghttp2_free:1
1
unity_0_c.c;on_frame_recv:1
1
unity_0_c.c;on_frame_recv:1

nghttp2_session_on_window_update_received
# Func Hash:
982227566505249368
# Num Counters:
24
# Counter Values:
0
0
40
0
40
0
1
0
40
0
1
1
0
0
0
40
0
40
40
40
40
40
40
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;on_frame_recv:1
1
unity_0_c.c;on_frame_recv:40

nghttp2_session_open_stream
# Func Hash:
695054481294752700
# Num Counters:
11
# Counter Values:
0
9400
9400
0
0
0
9400
0
0
9400
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:9400
0

nghttp2_session_pack_data
# Func Hash:
981142383371073367
# Num Counters:
24
# Counter Values:
400
0
0
0
4219
0
4219
0
0
3819
0
3819
2040
0
3819
3819
0
0
2040
0
2040
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
1
unity_0_c.c;req_body_read_callback:4219
0

nghttp2_session_pop_next_ob_item
# Func Hash:
950994590521164121
# Num Counters:
12
# Counter Values:
17651
153985
2
4259
2
18802
31310
7846
31310
9400
4259
9400

nghttp2_session_resume_data
# Func Hash:
1011877328048128722
# Num Counters:
9
# Counter Values:
9840
440
440
440
440
400
400
0
400

nghttp2_session_send
# Func Hash:
303805471521369781
# Num Counters:
5
# Counter Values:
0
15948
17651
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;send_callback:15948

nghttp2_session_set_local_window_size
# Func Hash:
1085769280073577450
# Num Counters:
17
# Counter Values:
9429
9428
9414
9414
1
9414
9400
1
14
0
9400
1
9400
1
0
0
0

nghttp2_session_set_stream_user_data
# Func Hash:
271263511094171420
# Num Counters:
13
# Counter Values:
0
9400
9400
9400
9400
0
9400
9400
0
0
0
0
0

nghttp2_session_terminate_session
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
0
0
0

nghttp2_session_terminate_session_with_reason
# Func Hash:
536873290763120458
# Num Counters:
4
# Counter Values:
0
0
0
0

nghttp2_session_update_local_settings
# Func Hash:
473396406905383439
# Num Counters:
33
# Counter Values:
0
1
3
3
1
0
16
16
2
2
0
1
1
1
0
0
0
0
1
0
1
1
0
0
1
1
0
0
0
0
0
0
0

nghttp2_session_update_recv_connection_window_size
# Func Hash:
1080275683308488306
# Num Counters:
9
# Counter Values:
14740
14740
0
0
0
0
0
0
14740

nghttp2_session_update_recv_stream_window_size
# Func Hash:
783548774333022062
# Num Counters:
10
# Counter Values:
14740
14740
0
5580
0
0
0
0
0
14740

nghttp2_session_upgrade2
# Func Hash:
290495010215561653
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

nghttp2_session_want_read
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
35343
35343
23

nghttp2_session_want_write
# Func Hash:
414921810197215612
# Num Counters:
10
# Counter Values:
55456
0
73108
73108
520468
520063
73108
73106
405
9400

nghttp2_strerror
# Func Hash:
833558495458251257
# Num Counters:
43
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

nghttp2_submit_data_shared
# Func Hash:
146393202572114303
# Num Counters:
4
# Counter Values:
2040
2040
2040
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:2040
0

nghttp2_submit_goaway
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
1
1

nghttp2_submit_ping
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

nghttp2_submit_priority
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

nghttp2_submit_request
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
9400
2040

nghttp2_submit_rst_stream
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

nghttp2_submit_settings
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

nghttp2_submit_window_update
# Func Hash:
438284564633355196
# Num Counters:
11
# Counter Values:
0
0
9414
9414
9400
9400
0
9400
9400
0
0

nghttp2_time_now_sec
# Func Hash:
942389667449461396
# Num Counters:
3
# Counter Values:
0
0
0

nghttp2_version
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
1
0

sfparse_parser_dict
# Func Hash:
560555357418100007
# Num Counters:
26
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

sfparse_parser_inner_list
# Func Hash:
701607649315954873
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

sfparse_parser_param
# Func Hash:
149146439804654145
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;Curl_sha512_256_init
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;X509V3_ext
# Func Hash:
1080275685721793044
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

unity_0_c.c;add_next_timeout
# Func Hash:
79639230166620589
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;addbyter
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
269515
269515

unity_0_c.c;alloc_addbyter
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
3473389
0
0

unity_0_c.c;async_thrdd_event
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;async_thrdd_item_free
# Func Hash:
783881050740212136
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;async_thrdd_item_process
# Func Hash:
1041927115153827943
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

unity_0_c.c;async_thrdd_match_item
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;async_thrdd_query
# Func Hash:
33230420325990540
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;auth_create_digest_http_message
# Func Hash:
172325189326677907
# Num Counters:
49
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
26
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;auth_digest_md5_to_ascii
# Func Hash:
146835646621254984
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;auth_digest_sha256_to_ascii
# Func Hash:
146835646621254984
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;auth_digest_string_quoted
# Func Hash:
675064524793798657
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;authcmp
# Func Hash:
1080275684084202628
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

unity_0_c.c;baller_connected
# Func Hash:
93911640351989699
# Num Counters:
10
# Counter Values:
0
1
0
1
1
1
1
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;base64_encode
# Func Hash:
995382919724646549
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_ai_iter_next
# Func Hash:
1063705161908944610
# Num Counters:
3
# Counter Values:
404
404
152

unity_0_c.c;cf_bufq_writer
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
12862
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_send:12862

unity_0_c.c;cf_ctx_free
# Func Hash:
674753038077873270
# Num Counters:
4
# Counter Values:
0
0
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:1
0
0
1
** External Symbol **:1
1
** External Symbol **:1

unity_0_c.c;cf_ctx_new
# Func Hash:
811457891415773829
# Num Counters:
3
# Counter Values:
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1
1
** External Symbol **:1
0

unity_0_c.c;cf_dns_adjust_pollset
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cf_dns_cntrl
# Func Hash:
1063705162462123496
# Num Counters:
3
# Counter Values:
152
50
50

unity_0_c.c;cf_dns_connect
# Func Hash:
572178032119664846
# Num Counters:
79
# Counter Values:
152
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
306
152
0
102
0
306
306
102
0
152
0
0
306
0
0
0
152
306
0
0
0
152
306
0
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
256
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
2
unity_0_c.c;cf_setup_connect:302
unity_0_c.c;cf_hc_connect:4

unity_0_c.c;cf_dns_create
# Func Hash:
253226619915886168
# Num Counters:
14
# Counter Values:
0
152
152
152
0
152
152
0
0
0
0
0
0
152
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:152
1
** External Symbol **:152

unity_0_c.c;cf_dns_ctx_destroy
# Func Hash:
742169494400981013
# Num Counters:
5
# Counter Values:
152
152
152
152
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:152

unity_0_c.c;cf_dns_destroy
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
152
152
0
0
0

unity_0_c.c;cf_dns_report_addr
# Func Hash:
647472251535556498
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_get_max_baller_time
# Func Hash:
499828441866226603
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h1_proxy_adjust_pollset
# Func Hash:
567547167139925160
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cf_h1_proxy_connect
# Func Hash:
339194803267211873
# Num Counters:
156
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h1_proxy_data_pending
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h1_proxy_destroy
# Func Hash:
859921302360989114
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h1_proxy_query
# Func Hash:
971686719714927216
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_adjust_pollset
# Func Hash:
782389497760359102
# Num Counters:
31
# Counter Values:
0
18140
18097
18097
0
18097
18097
18097
724
724
17777
0
18097
0
17777
724
17777
0
0
18097
0
0
18097
18097
724
18097
17693
320
320
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:18097

unity_0_c.c;cf_h2_body_send
# Func Hash:
446858650543809812
# Num Counters:
21
# Counter Values:
0
9800
0
0
10164
0
0
9800
0
0
9800
0
9400
400
0
0
0
0
9400
0
0

unity_0_c.c;cf_h2_cntrl
# Func Hash:
460585269940806996
# Num Counters:
57
# Counter Values:
0
0
0
0
0
30
0
0
28228
0
0
0
1
28
9400
0
28
28
0
0
0
28
0
0
0
0
0
0
1
28
0
0
28
0
1
0
28
1
28
0
0
0
1
14
0
0
14
0
14
0
0
14
10
28
14
0
0

unity_0_c.c;cf_h2_connect
# Func Hash:
951304598694247166
# Num Counters:
52
# Counter Values:
0
1
0
0
0
0
1
0
1
0
0
0
1
0
0
1
0
1
0
0
0
0
0
0
1
0
0
1
1
0
0
0
0
1
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_ctx_free
# Func Hash:
859567282940389579
# Num Counters:
9
# Counter Values:
0
0
0
0
68
1
1
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
0
0
0
0
1
** External Symbol **:68
1
** External Symbol **:1
1
** External Symbol **:1

unity_0_c.c;cf_h2_data_pending
# Func Hash:
264495434239833410
# Num Counters:
5
# Counter Values:
32377
36181
36181
36181
32377
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:36181

unity_0_c.c;cf_h2_destroy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
1
1

unity_0_c.c;cf_h2_header_error
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cf_h2_is_alive
# Func Hash:
626787538558174087
# Num Counters:
21
# Counter Values:
0
0
0
613
0
613
613
613
613
0
613
0
0
21
21
0
21
21
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_ssl_is_alive:613

unity_0_c.c;cf_h2_keep_alive
# Func Hash:
238984481558059729
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;cf_h2_on_invalid_frame_recv
# Func Hash:
93478047197760791
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_adjust_pollset
# Func Hash:
288829900370803051
# Num Counters:
45
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_proxy_cntrl
# Func Hash:
157411392094745310
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_connect
# Func Hash:
22189987501029598
# Num Counters:
70
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_ctx_free
# Func Hash:
1050102651253137810
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_data_pending
# Func Hash:
971686719877845954
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_proxy_destroy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cf_h2_proxy_is_alive
# Func Hash:
72790608183534071
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_proxy_query
# Func Hash:
369518215046401941
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_h2_proxy_recv
# Func Hash:
417728284112182376
# Num Counters:
52
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_send
# Func Hash:
698784623322094912
# Num Counters:
46
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_proxy_shutdown
# Func Hash:
653247340296645278
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_query
# Func Hash:
862289824580632625
# Num Counters:
24
# Counter Values:
0
0
44421
109215
53515
18800
0
81015
0
0
53515
0
9400
0
0
44115
0
53515
9400
0
9400
0
0
44115
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;ssl_cf_query:81013
Curl_cf_def_query:2

unity_0_c.c;cf_h2_recv
# Func Hash:
657568767936689337
# Num Counters:
33
# Counter Values:
27484
0
0
27628
0
0
27484
27484
27484
0
0
27484
25156
0
0
0
0
0
0
0
0
25156
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_h2_send
# Func Hash:
458387604615904571
# Num Counters:
112
# Counter Values:
9400
0
0
10164
0
0
0
0
0
0
0
0
0
71540
0
0
0
883
0
0
0
0
0
10164
764
10164
0
10163
10164
9400
9400
0
0
71540
10164
0
9400
764
0
764
0
0
0
0
764
0
0
9400
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
9400
0
0
0
2040
7360
9400
0
9400
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:9400
1
** External Symbol **:9400
1
** External Symbol **:9400
1
** External Symbol **:71540
1
** External Symbol **:9400

unity_0_c.c;cf_h2_shutdown
# Func Hash:
807055966358260441
# Num Counters:
18
# Counter Values:
0
1
1
1
1
1
1
1
0
0
1
0
0
1
1
1
0
0

unity_0_c.c;cf_h2_update_local_win
# Func Hash:
365794131387878048
# Num Counters:
26
# Counter Values:
0
0
0
0
132908
131915
131915
0
0
131915
33520
14
33520
33520
0
14
9414
9414
0
0
0
0
0
0
0
33520

unity_0_c.c;cf_haproxy_adjust_pollset
# Func Hash:
35093531260090026
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_haproxy_connect
# Func Hash:
541054554061519836
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;cf_haproxy_destroy
# Func Hash:
5916476680826801
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cf_hc_adjust_pollset
# Func Hash:
1127386591608083899
# Num Counters:
12
# Counter Values:
0
0
3
3
3
3
3
3
0
0
0
3

unity_0_c.c;cf_hc_baller_assign
# Func Hash:
798733567464660133
# Num Counters:
5
# Counter Values:
0
1
0
0
0

unity_0_c.c;cf_hc_cntrl
# Func Hash:
376260593577372492
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_hc_connect
# Func Hash:
80416113036961872
# Num Counters:
107
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
4
0
0
4
1
0
1
0
0
4
0
1
0
0
0
3
0
0
1
1
0
1
0
0
0
0
0
0
0
0
0
4
0
0
0
0
1
0
0
0
0
0
4
0
0
0
0
0
0
0
0
0
4
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;cf_setup_connect:4
0
0

unity_0_c.c;cf_hc_ctx_destroy
# Func Hash:
467443204041804992
# Num Counters:
5
# Counter Values:
0
1
0
2
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
1
** External Symbol **:1

unity_0_c.c;cf_hc_data_pending
# Func Hash:
190355456702117023
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cf_hc_destroy
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
1
1
0
0
0

unity_0_c.c;cf_hc_get_pref_alpn
# Func Hash:
753202732500267474
# Num Counters:
9
# Counter Values:
0
2
2
0
0
0
0
0
0

unity_0_c.c;cf_hc_query
# Func Hash:
830533409770412242
# Num Counters:
11
# Counter Values:
4
3
3
9
3
7
2
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_cf_def_query:3
1
unity_0_c.c;cf_h2_query:2

unity_0_c.c;cf_hc_set_baller2
# Func Hash:
920543276744507946
# Num Counters:
19
# Counter Values:
1
0
0
0
0
1
1
0
0
1
1
0
0
0
0
0
0
0
0

unity_0_c.c;cf_hc_shutdown
# Func Hash:
250578495354528460
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_http_proxy_query
# Func Hash:
1108181536222068115
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_https_proxy_ctx_free
# Func Hash:
624597113326765300
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;cf_ip_attempt_connect
# Func Hash:
827540352601311184
# Num Counters:
9
# Counter Values:
50
304
304
304
50
254
0
102
304
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;cf_tcp_connect:304
1
unity_0_c.c;cf_socket_destroy:50
1
** External Symbol **:50

unity_0_c.c;cf_ip_attempt_free
# Func Hash:
149491645246947146
# Num Counters:
13
# Counter Values:
0
456
152
0
152
152
0
152
152
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
1
** External Symbol **:152

unity_0_c.c;cf_ip_attempt_restart
# Func Hash:
467443203334488678
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;cf_ip_ballers_max_time
# Func Hash:
499828441866226603
# Num Counters:
9
# Counter Values:
100
0
0
0
0
0
100
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_ip_happy_adjust_pollset
# Func Hash:
830659417116509409
# Num Counters:
11
# Counter Values:
0
0
152
152
154
152
152
0
0
0
152

unity_0_c.c;cf_ip_happy_connect
# Func Hash:
295060370826928784
# Num Counters:
209
# Counter Values:
0
0
254
50
0
0
0
0
152
0
152
0
0
0
0
0
0
0
0
0
0
0
0
0
152
0
0
0
0
50
0
0
0
0
0
0
0
0
0
152
304
0
0
0
0
0
0
0
304
0
0
0
0
0
0
152
0
0
152
50
0
50
0
202
152
152
152
152
254
0
152
0
152
50
102
202
152
152
0
0
50
0
0
152
0
0
0
0
152
152
0
102
202
0
0
0
0
0
152
50
0
0
152
152
0
0
0
0
0
152
50
102
0
0
0
0
152
0
0
0
0
50
0
0
0
0
50
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
0
0
152
0
50
0
202
0
0
0
50
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
50
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
152
0
152
0
0
0
0
0
0
0
0
50
0
50
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:152
1
Curl_cf_tcp_create:152
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
16:152

unity_0_c.c;cf_ip_happy_ctx_clear
# Func Hash:
322524227734459532
# Num Counters:
12
# Counter Values:
50
406
406
152
152
0
152
152
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;cf_ip_happy_data_pending
# Func Hash:
1040022894625719498
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cf_ip_happy_destroy
# Func Hash:
402209679551360945
# Num Counters:
8
# Counter Values:
0
0
152
152
152
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:152

unity_0_c.c;cf_ip_happy_query
# Func Hash:
508661500068845591
# Num Counters:
17
# Counter Values:
0
0
0
0
0
610
403
207
50
50
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;cf_socket_query:207

unity_0_c.c;cf_ip_happy_shutdown
# Func Hash:
1149471910495139328
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_setup_connect
# Func Hash:
380670701699687845
# Num Counters:
170
# Counter Values:
0
0
154
0
0
0
0
0
0
0
0
0
0
0
0
0
0
152
307
255
152
0
0
307
257
103
0
0
0
0
0
103
102
0
0
0
152
152
0
0
0
0
0
0
103
0
0
0
0
0
0
0
0
0
103
0
0
152
0
102
0
0
152
0
0
0
0
0
0
103
0
152
0
0
152
0
0
0
0
0
0
0
103
0
0
0
0
0
0
0
5
5
4
0
152
103
102
1
306
0
0
0
0
0
0
0
0
0
103
0
0
0
0
0
0
0
0
0
0
0
0
102
0
0
0
0
0
0
0
101
0
0
0
0
1
0
0
0
1
0
0
0
0
0
0
0
1
0
1
0
0
0
0
0
0
0
0
0
102
0
0
0
0
0
0
0
0
0
0
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
2
unity_0_c.c;cf_ip_happy_connect:304
unity_0_c.c;ssl_cf_connect:3
0
0

unity_0_c.c;cf_setup_destroy
# Func Hash:
859921302360989114
# Num Counters:
7
# Counter Values:
0
0
152
152
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:152

unity_0_c.c;cf_socket_adjust_pollset
# Func Hash:
790715555517012895
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
27829
0
0
152
27677
152
2
0
2
0
0
0
0
0
0
0
0

unity_0_c.c;cf_socket_cntrl
# Func Hash:
1080275686174171338
# Num Counters:
10
# Counter Values:
58530
102
19398
0
19398
102
102
19398
102
0

unity_0_c.c;cf_socket_conn_is_alive
# Func Hash:
16930842937126837
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
10660
10660
0
0
0
10639
0
10639
21
21
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_socket_destroy
# Func Hash:
422160915700588823
# Num Counters:
19
# Counter Values:
0
0
0
0
152
152
152
102
152
102
152
0
102
50
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:50
1
** External Symbol **:152

unity_0_c.c;cf_socket_open
# Func Hash:
507886356208542592
# Num Counters:
118
# Counter Values:
152
152
0
0
152
0
0
0
0
152
0
0
0
0
152
152
0
0
0
0
0
0
0
152
0
0
0
152
152
0
0
0
152
0
0
0
152
152
0
0
152
152
0
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_socket_query
# Func Hash:
232250486331486146
# Num Counters:
14
# Counter Values:
102320
32597
0
0
0
0
102
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_socket_recv
# Func Hash:
231012523157630118
# Num Counters:
14
# Counter Values:
25643
0
0
42350
42350
16707
25643
102
0
0
0
0
16707
0

unity_0_c.c;cf_socket_send
# Func Hash:
783548773866669153
# Num Counters:
12
# Counter Values:
0
0
0
0
23365
23365
0
0
0
0
0
23365

unity_0_c.c;cf_socket_shutdown
# Func Hash:
331779889661743394
# Num Counters:
11
# Counter Values:
0
0
102
102
102
102
102
0
102
0
0

unity_0_c.c;cf_ssl_add_peer
# Func Hash:
228584206528507987
# Num Counters:
32
# Counter Values:
0
0
0
0
1
0
0
0
1
0
1
1
0
1
1
0
1
1
1
1
1
0
1
0
1
1
0
0
0
0
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:1
0
0
0
0

unity_0_c.c;cf_ssl_cache_peer_update
# Func Hash:
187771962452151299
# Num Counters:
9
# Counter Values:
1
1
1
1
1
1
1
1
1

unity_0_c.c;cf_ssl_create
# Func Hash:
451468005615751226
# Num Counters:
9
# Counter Values:
1
1
1
0
1
1
1
1
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1

unity_0_c.c;cf_ssl_find_peer_by_key
# Func Hash:
127632478281059705
# Num Counters:
36
# Counter Values:
0
0
0
0
50
50
0
0
50
0
0
0
0
2
2
0
0
2
2
2
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_ssl_is_alive
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
613
613
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_conn_is_alive:613

unity_0_c.c;cf_ssl_peer_key_add_hash
# Func Hash:
1096621590028010180
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

unity_0_c.c;cf_ssl_peer_key_add_mtls
# Func Hash:
920543278088161423
# Num Counters:
18
# Counter Values:
0
0
1
0
0
0
0
1
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_ssl_peer_key_add_path
# Func Hash:
1096621587296085602
# Num Counters:
6
# Counter Values:
0
4
1
1
0
0

unity_0_c.c;cf_ssl_scache_clear_peer
# Func Hash:
170462508936923771
# Num Counters:
7
# Counter Values:
1
1
1
1
76
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
1
unity_0_c.c;cf_ssl_scache_session_ldestroy:1
0
1
** External Symbol **:76
1
** External Symbol **:76
1
** External Symbol **:76
1
** External Symbol **:76
1
** External Symbol **:76

unity_0_c.c;cf_ssl_scache_get
# Func Hash:
1096621590625627673
# Num Counters:
6
# Counter Values:
0
8
0
8
8
0

unity_0_c.c;cf_ssl_scache_match_auth
# Func Hash:
24661708498724258
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_ssl_scache_session_ldestroy
# Func Hash:
927006190477508607
# Num Counters:
1
# Counter Values:
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:1
1
** External Symbol **:1
1
** External Symbol **:1
1
** External Symbol **:1

unity_0_c.c;cf_tcp_connect
# Func Hash:
284662500323624198
# Num Counters:
52
# Counter Values:
0
152
0
0
0
0
0
0
0
0
0
0
304
0
152
50
0
102
50
50
50
0
50
102
0
0
0
0
50
0
0
152
50
0
0
152
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_tunnel_free
# Func Hash:
536873293191249204
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;checkhttpprefix
# Func Hash:
334492583436136955
# Num Counters:
5
# Counter Values:
0
0
10100
10100
10100

unity_0_c.c;checkprefixmax
# Func Hash:
631255613780645216
# Num Counters:
6
# Counter Values:
50500
10100
0
10100
0
50500

unity_0_c.c;client_cert
# Func Hash:
687883872195493070
# Num Counters:
119
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;clone_ssl_primary_config
# Func Hash:
204398499981365505
# Num Counters:
45
# Counter Values:
304
0
0
304
0
0
304
0
0
0
0
304
304
0
0
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
304
0
0
304
0
304
304
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
20
0
0
0
0
1
** External Symbol **:304
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

unity_0_c.c;close_connect_only
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
10614
0

unity_0_c.c;conn_connect_trace
# Func Hash:
502092572003114129
# Num Counters:
14
# Counter Values:
0
102
102
102
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;conn_meta_freeentry
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;conn_report_connect_stats
# Func Hash:
958957827913467329
# Num Counters:
5
# Counter Values:
152
102
1
102
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_cf_def_query:152
1
Curl_cf_def_query:152

unity_0_c.c;cookie_sort
# Func Hash:
1145296626820847511
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cookie_sort_ct
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cookie_tailmatch
# Func Hash:
1080275684411412834
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

unity_0_c.c;cookiehash
# Func Hash:
484499719986320323
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

unity_0_c.c;copy_custom_value
# Func Hash:
1014476078901536403
# Num Counters:
6
# Counter Values:
100
0
100
100
100
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:100
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
5:100

unity_0_c.c;cpfds_add_sock
# Func Hash:
195674545930539229
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;cpool_bundle_free_entry
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
63
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:63

unity_0_c.c;cpool_discard_conn
# Func Hash:
1152385646923642189
# Num Counters:
13
# Counter Values:
0
0
152
0
50
102
0
0
0
0
0
0
50

unity_0_c.c;cpool_find_bundle
# Func Hash:
742169496063203561
# Num Counters:
5
# Counter Values:
243
304
296
63
241
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:296
1
curlx_str_key_compare:243

unity_0_c.c;cpool_foreach
# Func Hash:
714500945086202587
# Num Counters:
12
# Counter Values:
0
7
49
286
416
7
7
15
0
7
7
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cpool_reap_dead_cb:49

unity_0_c.c;cpool_get_first
# Func Hash:
647472253792518452
# Num Counters:
11
# Counter Values:
0
8
0
0
882
0
0
0
10
2
2

unity_0_c.c;cpool_get_oldest_idle
# Func Hash:
1085769284053633542
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cpool_reap_dead_cb
# Func Hash:
844982797017447262
# Num Counters:
4
# Counter Values:
49
49
0
48

unity_0_c.c;cpool_reap_no_reuse
# Func Hash:
1063705162462123496
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;cpool_remove_conn
# Func Hash:
859921299804585268
# Num Counters:
6
# Counter Values:
152
152
152
152
0
63
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cr_buf_cntrl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cr_buf_needs_rewind
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_buf_read
# Func Hash:
339793667785462785
# Num Counters:
9
# Counter Values:
0
0
4000
4000
4000
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
5
33:3000
513:976
257:14
129:8
65:2

unity_0_c.c;cr_buf_resume_from
# Func Hash:
1124680651571308851
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;cr_buf_total_length
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
16000

unity_0_c.c;cr_chunked_close
# Func Hash:
783881053153118574
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cr_chunked_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_chunked_read
# Func Hash:
401623455426325917
# Num Counters:
62
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

unity_0_c.c;cr_chunked_total_length
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_exp100_done
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cr_exp100_read
# Func Hash:
432568332556889578
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cr_in_cntrl
# Func Hash:
353755826207164511
# Num Counters:
35
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cr_in_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_in_is_paused
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_in_needs_rewind
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_in_read
# Func Hash:
38036207876070464
# Num Counters:
33
# Counter Values:
0
0
0
0
880
880
880
880
880
0
880
880
0
0
0
0
0
0
0
880
0
0
0
880
0
0
0
0
0
880
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:880

unity_0_c.c;cr_in_resume_from
# Func Hash:
96213846996470475
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cr_in_total_length
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
320

unity_0_c.c;cr_lc_close
# Func Hash:
783881053153118574
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cr_lc_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_lc_read
# Func Hash:
889302760284518865
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cr_lc_total_length
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_null_read
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cr_null_total_length
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
61680

unity_0_c.c;create_dnscache_id
# Func Hash:
37730074976670609
# Num Counters:
5
# Counter Values:
1640
0
205
205
0

unity_0_c.c;cshutdn_destroy_oldest
# Func Hash:
123497035800394926
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cshutdn_perform
# Func Hash:
1128413523726624465
# Num Counters:
14
# Counter Values:
0
0
0
0
0
1
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cshutdn_run_conn_handler
# Func Hash:
58826008243849691
# Num Counters:
6
# Counter Values:
254
152
152
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cshutdn_run_once
# Func Hash:
1014045255011798584
# Num Counters:
15
# Counter Values:
102
0
102
102
102
0
102
102
0
102
0
0
102
0
102

unity_0_c.c;curl_thread_create_thunk
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cw_chunked_close
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cw_chunked_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cw_chunked_write
# Func Hash:
668285658695907730
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cw_download_write
# Func Hash:
681706372298286379
# Num Counters:
54
# Counter Values:
0
0
0
0
19500
146002
19500
0
0
19260
35888
0
146002
146002
0
35888
0
26488
0
28220
9400
0
0
26488
35888
0
35888
0
0
0
26488
0
9400
0
9200
0
0
0
9400
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;cw_pause_write:146002
1
unity_0_c.c;cw_pause_write:26488
1
unity_0_c.c;cw_pause_write:9400

unity_0_c.c;cw_out_append
# Func Hash:
204239780122133631
# Num Counters:
14
# Counter Values:
0
0
14
0
29
29
0
29
14
15
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:15

unity_0_c.c;cw_out_cb_write
# Func Hash:
830978063004521226
# Num Counters:
22
# Counter Values:
0
0
171865
171865
171865
171865
0
0
0
0
15
0
171850
0
15
0
0
0
0
0
0
15
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
** External Symbol **:146002
** External Symbol **:25863

unity_0_c.c;cw_out_close
# Func Hash:
1124236338992350536
# Num Counters:
2
# Counter Values:
0
19500
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cw_out_do_write
# Func Hash:
391800337520020645
# Num Counters:
14
# Counter Values:
15
181236
0
15
0
181250
14
0
14
0
181236
14
181236
15
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cw_out_flush
# Func Hash:
470088715099312788
# Num Counters:
5
# Counter Values:
0
19515
19515
19515
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cw_out_flush_chain
# Func Hash:
85198688728982863
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
19529
15
15
15
15
0
15
0
15
15
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:15
1
** External Symbol **:15
1
** External Symbol **:15
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;cw_out_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cw_out_ptr_flush
# Func Hash:
1085769280415789500
# Num Counters:
18
# Counter Values:
35249
171865
171865
171850
181251
25863
171865
25848
0
181251
0
35249
0
0
146002
0
0
146002

unity_0_c.c;cw_out_write
# Func Hash:
928018417424039205
# Num Counters:
8
# Counter Values:
146002
0
181250
146002
146002
181250
146002
0

unity_0_c.c;cw_pause_close
# Func Hash:
771823165949341326
# Num Counters:
4
# Counter Values:
0
0
0
19500
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;cw_pause_flush
# Func Hash:
1094193513622954905
# Num Counters:
38
# Counter Values:
0
325
0
0
0
1300
975
0
0
0
78060
78060
325
325
325
325
0
14
311
0
325
0
325
325
14
0
0
0
0
0
0
19515
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
unity_0_c.c;cw_out_write:325
0
0
0
1
** External Symbol **:14

unity_0_c.c;cw_pause_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cw_pause_write
# Func Hash:
1011014344274141098
# Num Counters:
41
# Counter Values:
0
0
0
0
965
951
14
0
723756
542817
727560
727560
3804
2853
965
180939
180925
180925
951
965
180925
951
965
0
14
0
14
0
0
0
181890
0
181890
0
965
951
180925
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;cw_out_write:180925
1
** External Symbol **:14

unity_0_c.c;cw_raw_write
# Func Hash:
218421989055347116
# Num Counters:
5
# Counter Values:
181890
181890
35888
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cw_download_write:181890

unity_0_c.c;digest_flush_stale
# Func Hash:
844982798409776824
# Num Counters:
5
# Counter Values:
0
0
0
0
0

unity_0_c.c;dnscache_add_addr
# Func Hash:
470088713625962918
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;dnscache_entry_create
# Func Hash:
471168917973481606
# Num Counters:
42
# Counter Values:
0
0
0
0
0
53
0
0
0
53
53
0
0
0
0
0
53
53
0
0
53
53
53
0
53
0
0
53
0
0
0
53
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
1
** External Symbol **:53
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:53

unity_0_c.c;dnscache_entry_dtor
# Func Hash:
146393203456403903
# Num Counters:
3
# Counter Values:
53
53
53
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:53
1
** External Symbol **:53

unity_0_c.c;dnscache_entry_is_stale
# Func Hash:
694937217677888031
# Num Counters:
7
# Counter Values:
0
12937
12937
12937
0
12937
10938

unity_0_c.c;do_init_reader_stack
# Func Hash:
263696865414252159
# Num Counters:
8
# Counter Values:
19500
19500
4080
4080
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
3
unity_0_c.c;cr_null_total_length:15420
unity_0_c.c;cr_buf_total_length:4000
unity_0_c.c;cr_in_total_length:80
0
0
0
0

unity_0_c.c;do_init_writer_stack
# Func Hash:
832358091579529667
# Num Counters:
29
# Counter Values:
19500
0
19500
0
19500
0
19500
19500
19500
0
19500
0
0
0
0
19500
19500
19500
0
0
0
0
19500
19500
19500
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
14
1
** External Symbol **:19500
0
1
** External Symbol **:19500
0
0
0
1
** External Symbol **:19500
0
0
0
1
** External Symbol **:19500
0
0
0

unity_0_c.c;dollarstring
# Func Hash:
607699198740807387
# Num Counters:
5
# Counter Values:
170537
0
0
0
0

unity_0_c.c;drain_tunnel
# Func Hash:
948827210666473420
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;dupeasy_meta_freeentry
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;dyn_nappend
# Func Hash:
1143786699007275794
# Num Counters:
9
# Counter Values:
63208
0
4003720
3859255
4003720
144465
207623
123763
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
1
** External Symbol **:207623
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
14
1:3607192
2:151300
17:79442
9:70637
6:36860
3:19400
4:18160
33:10465
7:9400
32:360
8:300
16:120
5:60
513:24

unity_0_c.c;dynhds_add_custom
# Func Hash:
445970240066742273
# Num Counters:
74
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;easy_meta_freeentry
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;error_callback
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;error_do_close
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;error_do_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;error_do_write
# Func Hash:
811594940685882912
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;formatf
# Func Hash:
772781334936570311
# Num Counters:
191
# Counter Values:
0
0
0
0
0
0
0
0
0
514347
49394
0
28902
11527
28902
0
0
40429
0
0
0
0
0
0
424524
0
656161
656161
0
0
1170508
656161
0
514347
0
514347
514347
0
0
0
0
0
0
0
0
0
0
0
625979
0
625979
0
514347
0
514347
0
514347
170537
514347
0
11527
0
0
0
514347
514347
229816
0
2769700
514347
0
2769700
0
2769700
0
0
0
170537
514347
0
40429
49394
0
0
0
514347
0
0
170538
0
0
0
28902
0
170538
111632
514347
0
0
0
0
0
0
0
0
424524
170538
0
0
0
0
0
0
0
0
0
111632
0
0
0
0
0
40429
0
0
49394
0
0
0
0
0
0
0
514347
0
0
0
0
0
0
0
222864
201660
11477
50
0
0
0
0
49394
0
0
0
0
0
424524
0
0
230814
0
0
0
0
0
0
0
0
0
0
28902
49394
49394
0
0
0
0
0
0
514347
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
2
unity_0_c.c;alloc_addbyter:509201
unity_0_c.c;addbyter:146960
0
0
2
unity_0_c.c;alloc_addbyter:2676670
unity_0_c.c;addbyter:93030
0
0
0
0
0
0

unity_0_c.c;fputc_wrapper
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;free_urlhandle
# Func Hash:
792182575199158271
# Num Counters:
1
# Counter Values:
28108
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108
1
** External Symbol **:28108

unity_0_c.c;get_netscape_format
# Func Hash:
381217305848512226
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;get_non_full_tail
# Func Hash:
641059979199158191
# Num Counters:
15
# Counter Values:
63266
29392
4784
1650
32798
33874
2369
30251
421
30319
68
421
68
421
68
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:68
1
** External Symbol **:421

unity_0_c.c;get_pkey_dh
# Func Hash:
844982799942478543
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;get_pkey_dsa
# Func Hash:
844982799942478543
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;get_pkey_rsa
# Func Hash:
536873292508823958
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;global_init
# Func Hash:
859921303106755285
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;guess_scheme
# Func Hash:
727173716729667980
# Num Counters:
38
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;h1_tunnel_go_state
# Func Hash:
1135845182074572151
# Num Counters:
53
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;h2_process_pending_input
# Func Hash:
640704449904066597
# Num Counters:
17
# Counter Values:
0
0
0
13678
0
0
13678
13678
0
0
13678
0
13678
0
0
0
0

unity_0_c.c;h2_progress_egress
# Func Hash:
29121666001344302
# Num Counters:
31
# Counter Values:
0
0
0
55329
55329
17651
0
37822
37678
37678
37676
0
37677
37676
0
2
37678
37677
0
37676
1
0
0
0
0
0
0
0
37676
37676
0

unity_0_c.c;h2_progress_ingress
# Func Hash:
1102809643230952367
# Num Counters:
68
# Counter Values:
0
0
0
0
0
0
0
0
0
0
39023
0
0
0
0
0
38813
29841
13657
13657
16184
38813
13657
13657
0
38813
0
0
0
25156
25156
38813
16184
0
0
25156
0
0
0
0
0
0
0
0
0
0
0
0
0
8972
0
0
0
8972
0
0
0
0
0
0
0
0
0
0
0
0
0
31741
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:8972

unity_0_c.c;h2_stream_ctx_free
# Func Hash:
302918352769996447
# Num Counters:
4
# Counter Values:
0
0
0
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
1
** External Symbol **:9400
0
1
** External Symbol **:9400
1
** External Symbol **:9400

unity_0_c.c;h2_stream_hash_free
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
9400

unity_0_c.c;h2_tunnel_go_state
# Func Hash:
902662595741222821
# Num Counters:
44
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;h2_xfer_write_resp_hd
# Func Hash:
903233818502372861
# Num Counters:
10
# Counter Values:
0
0
65500
65500
0
65500
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_http_write_resp_hd:65500

unity_0_c.c;header_has_value
# Func Hash:
647472252816878442
# Num Counters:
12
# Counter Values:
300
0
0
1800
300
300
300
0
300
0
300
0

unity_0_c.c;hostip_async_new
# Func Hash:
1032878517037911831
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;hostip_resolv
# Func Hash:
849930556668167624
# Num Counters:
73
# Counter Values:
0
0
304
0
152
0
152
0
0
0
0
0
0
152
0
99
0
53
152
99
0
53
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
53
0
0
53
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

unity_0_c.c;hostip_resolv_take_result
# Func Hash:
32526939972733164
# Num Counters:
33
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;hostname_check
# Func Hash:
974670608956264296
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

unity_0_c.c;hsts_add_host_expire
# Func Hash:
884875057792163699
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;hsts_check
# Func Hash:
625755896220122558
# Num Counters:
31
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;hsts_create
# Func Hash:
463829726188115569
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;http2_cfilter_add
# Func Hash:
383113156147434742
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;http2_data_done
# Func Hash:
920543275095710553
# Num Counters:
17
# Counter Values:
9503
0
0
9400
9400
9400
9400
0
9400
9400
9400
0
0
0
0
0
0

unity_0_c.c;http2_data_setup
# Func Hash:
315285102771293057
# Num Counters:
10
# Counter Values:
119
9400
9399
0
9400
9400
0
9400
0
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:9400

unity_0_c.c;http2_handle_stream_close
# Func Hash:
559801610929206763
# Num Counters:
32
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
9400
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;http_handle_send_error
# Func Hash:
1103916871343210160
# Num Counters:
42
# Counter Values:
0
0
1200
0
1200
0
0
0
0
0
0
1200
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;http_perhapsrewind
# Func Hash:
596106701044630276
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;http_proxy_cf_connect
# Func Hash:
607235579253642275
# Num Counters:
55
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;http_proxy_cf_destroy
# Func Hash:
974670606681866256
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

unity_0_c.c;http_rw_hd
# Func Hash:
557455916873188421
# Num Counters:
379
# Counter Values:
19421
0
0
0
0
0
0
0
0
0
0
0
10100
0
19421
0
9400
0
18720
360
0
0
9400
0
0
9400
0
0
0
0
0
0
10100
19500
0
0
0
0
0
19500
0
0
126502
0
19500
0
0
0
10100
19500
0
0
0
0
0
0
0
0
0
126502
19421
0
0
0
19500
19500
0
0
0
0
0
19421
0
0
0
0
5649
0
5529
0
126502
126502
19500
0
0
0
0
0
19500
476858
0
0
19421
0
19500
0
0
0
19500
0
0
282760
0
126502
48941
0
19500
0
79
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19500
10100
0
0
721
48902
0
0
0
0
0
0
0
0
0
0
0
0
0
721
19500
0
9400
721
0
0
0
0
29883
0
1200
0
10100
0
0
0
111100
0
0
0
111100
48902
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19500
0
0
0
0
721
29481
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
10100
0
0
0
48902
0
0
0
0
0
0
0
601
0
0
9400
0
0
19420
0
0
0
0
0
0
0
0
0
0
19500
0
29520
0
0
19421
0
0
0
0
0
0
0
10100
0
0
0
10100
0
0
0
400
0
19420
19420
0
0
0
80
0
0
0
10100
601
0
0
0
0
0
0
10100
0
0
0
0
0
0
9961
0
0
0
0
0
0
0
0
40
0
0
10100
0
0
0
0
0
0
0
10100
0
0
0
0
0
10100
0
601
0
0
0
0
0
100
0
0
0
0
0
0
0
0
0
0
0
600
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19500
19500
506339
29481
19421
0
0
292860
10100
111100
0
39844
9961
0
0
5649
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
1
** External Symbol **:19500
0
1
** External Symbol **:19420
0
0
0
0
0
0
0

unity_0_c.c;http_should_fail
# Func Hash:
974670605737315638
# Num Counters:
9
# Counter Values:
0
0
0
39000
0
0
0
0
0

unity_0_c.c;http_size
# Func Hash:
331779889318672017
# Num Counters:
9
# Counter Values:
0
19500
0
19500
0
0
0
0
0

unity_0_c.c;http_switch_to_get
# Func Hash:
5832820648561334
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;http_write_header
# Func Hash:
607699197746982250
# Num Counters:
5
# Counter Values:
19500
19500
19500
0
0

unity_0_c.c;httpchunk_readwrite
# Func Hash:
907983791485887107
# Num Counters:
77
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;https_proxy_present
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

unity_0_c.c;ip2addr
# Func Hash:
991676808029793865
# Num Counters:
6
# Counter Values:
0
53
53
0
0
53
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:53
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:53

unity_0_c.c;ipv4_normalize
# Func Hash:
291203347153932786
# Num Counters:
32
# Counter Values:
0
0
0
14794
29588
0
0
14794
29588
7397
0
0
22191
7397
0
0
7397
0
0
7397
0
0
7397
0
0
0
0
0
0
0
0
7397

unity_0_c.c;ipv6_parse
# Func Hash:
1059307332246792740
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;match_ssl_primary_config
# Func Hash:
615693204711453476
# Num Counters:
71
# Counter Values:
0
0
0
9399
0
9399
9399
9399
0
0
0
0
0
0
0
0
0
0
0
9399
0
0
0
9399
0
0
0
9399
0
0
9399
9399
0
9399
9399
0
9399
9399
0
9399
9399
9399
0
9399
9399
0
9399
9399
0
0
9399
0
0
9399
0
0
0
9399
9399
9399
0
0
9399
9399
9399
9399
0
9399
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

unity_0_c.c;mev_assess
# Func Hash:
358381101213628076
# Num Counters:
105
# Counter Values:
19968
119280
12359
0
0
0
0
0
0
0
185132
185132
0
29820
34821
0
12241
12241
0
0
0
0
33946
28964
8996
8996
0
33946
0
33946
93772
36842
0
11347
20118
28964
93772
8996
8996
0
11347
22599
13828
20118
11347
22580
11347
151
0
0
20118
0
20118
11347
0
0
19968
92415
0
19968
151
92415
0
11197
8771
0
0
0
0
19968
19968
0
151
0
0
0
18421
91351
0
19968
0
8771
18421
0
0
0
0
8771
0
0
0
0
0
0
0
0
151
19636
0
0
0
33946
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
0
0
1
** External Symbol **:18421
0
1
** External Symbol **:11347
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
1
2:92566
0
1
2:18421
1
2:92566

unity_0_c.c;mev_forget_socket
# Func Hash:
1010863705979682926
# Num Counters:
11
# Counter Values:
0
11349
0
11347
11347
11347
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:11347

unity_0_c.c;mev_pollset_dtor
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
18421
18421
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:18421

unity_0_c.c;mev_sh_entry_compare
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
87032

unity_0_c.c;mev_sh_entry_dtor
# Func Hash:
1124236338992350536
# Num Counters:
2
# Counter Values:
4797
11347
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:4797
1
** External Symbol **:11347

unity_0_c.c;mev_sh_entry_get
# Func Hash:
1040022892123960312
# Num Counters:
6
# Counter Values:
75685
98567
98567
98562
22882
75685
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;mev_sh_entry_hash:98562
1
unity_0_c.c;mev_sh_entry_compare:75685

unity_0_c.c;mev_sh_entry_hash
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
121256

unity_0_c.c;mev_sh_entry_update
# Func Hash:
525120368207595757
# Num Counters:
31
# Counter Values:
0
0
42717
42717
29110
8891
28929
181
11496
11496
8771
20068
181
231
0
11496
0
0
0
0
0
0
0
0
0
0
0
28807
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:11496

unity_0_c.c;move_pending_to_connect
# Func Hash:
93478047585538996
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0

unity_0_c.c;mspeed_check
# Func Hash:
37311933724412762
# Num Counters:
32
# Counter Values:
74876
0
0
0
74876
33565
0
41356
0
0
0
33520
0
41311
0
0
0
0
0
0
0
41311
0
0
0
0
33565
0
0
33520
0
0

unity_0_c.c;mstate
# Func Hash:
759225739175947593
# Num Counters:
9
# Counter Values:
0
206014
205902
205902
78100
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
unity_0_c.c;mstate_enter_connect:19550
unity_0_c.c;mstate_enter_completed:19550
unity_0_c.c;mstate_enter_did:19500
unity_0_c.c;mstate_enter_done:19500

unity_0_c.c;mstate_connecting_pollset
# Func Hash:
798733565127834672
# Num Counters:
5
# Counter Values:
154
154
0
154
0

unity_0_c.c;mstate_domore_pollset
# Func Hash:
515008863722525214
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;mstate_enter_completed
# Func Hash:
921679843819631740
# Num Counters:
16
# Counter Values:
0
19550
0
0
50
50
19550
19550
19550
0
50
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;mstate_enter_connect
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
19550
0

unity_0_c.c;mstate_enter_did
# Func Hash:
679210745886084866
# Num Counters:
4
# Counter Values:
19500
19420
0
0

unity_0_c.c;mstate_enter_done
# Func Hash:
1124680650534140287
# Num Counters:
4
# Counter Values:
19500
19500
19500
0

unity_0_c.c;multi_adjust_pollset
# Func Hash:
828571251488386912
# Num Counters:
48
# Counter Values:
0
0
23
23
0
0
23
0
0
0
25771
46
46
27675
0
23
0
27698
0
0
27698
23
0
27675
27698
27675
25771
23
0
13877
0
27675
0
27675
0
27675
0
1904
1904
1904
1904
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
2
unity_0_c.c;cf_h2_data_pending:18097
Curl_cf_def_data_pending:9578
0

unity_0_c.c;multi_deltimeout
# Func Hash:
1138669266821911081
# Num Counters:
5
# Counter Values:
0
33622
25495
25495
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multi_done
# Func Hash:
732194480701574871
# Num Counters:
30
# Counter Values:
0
0
0
38450
0
38350
0
0
0
39100
19550
19550
19550
0
19550
19550
19550
19500
19500
0
19550
19500
0
0
19500
19500
0
19500
19500
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19550
1
** External Symbol **:19550
1
Curl_http_done:19500
4
unity_0_c.c;cf_socket_cntrl:19500
unity_0_c.c;cf_h2_cntrl:9400
unity_0_c.c;ssl_cf_cntrl:9400
unity_0_c.c;cf_dns_cntrl:50

unity_0_c.c;multi_done_locked
# Func Hash:
157087400372795384
# Num Counters:
52
# Counter Values:
0
0
0
0
19550
19550
8786
0
0
0
150
150
150
19550
8786
150
150
0
10664
0
10764
0
0
0
10664
0
0
0
10664
50
0
10614
0
10664
50
0
0
10614
10614
0
10614
0
0
0
0
0
0
0
0
0
614
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_query:10000
unity_0_c.c;cf_h2_query:614

unity_0_c.c;multi_handle_timeout
# Func Hash:
1055036167201361782
# Num Counters:
17
# Counter Values:
155810
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;multi_mark_expired_as_dirty
# Func Hash:
734311860241876435
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
27190
0
0
0
0

unity_0_c.c;multi_perform
# Func Hash:
994050996753027812
# Num Counters:
37
# Counter Values:
0
7
0
0
0
2
2
0
0
1
0
0
0
1
0
0
1
0
0
1
0
1
0
1
0
1
1
1
1
1
0
0
0
0
0
0
2

unity_0_c.c;multi_run_dirty
# Func Hash:
221290204182496812
# Num Counters:
29
# Counter Values:
47390
0
13908
0
0
47813
59796
47390
47312
0
47390
33401
0
0
0
47390
0
0
0
27190
81
47390
0
0
13908
0
0
47390
0

unity_0_c.c;multi_runsingle
# Func Hash:
512935282034933557
# Num Counters:
209
# Counter Values:
0
0
0
0
0
0
0
0
0
175206
0
194756
27842
2
136106
155656
27842
175206
0
0
19550
19550
19550
19550
19550
47392
0
0
175206
19550
2250
204
0
0
0
0
50
0
1650
204
47392
0
0
2284
154
0
0
136106
2750
78000
58500
0
0
135800
0
1684
0
47392
19550
19500
47188
19550
19500
0
2750
1
101
0
0
0
19500
0
19500
0
0
0
0
0
10918
0
0
19500
0
2750
27841
19550
0
0
9400
0
0
19550
0
0
0
0
0
0
0
0
0
19500
19500
0
0
0
0
0
19500
0
19550
0
0
0
102
0
0
27688
0
0
0
0
19500
0
19500
0
2284
19398
0
0
204
10714
0
102
102
0
0
0
27688
1684
0
0
50
0
0
19500
19500
8786
10764
102
102
102
0
19500
0
102
0
19500
0
0
0
0
0
1
0
19500
0
0
601
0
0
0
0
0
0
0
0
601
0
0
19500
0
0
0
0
0
601
0
0
0
0
10714
0
0
0
0
0
19500
0
0
0
50018
0
0
0
194706
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
15
0
0
1
** External Symbol **:19500
1
Curl_http:19500
0
0
0
0
0
0
0
1
** External Symbol **:601
1
Curl_http_follow:601
1
** External Symbol **:47188
0

unity_0_c.c;multi_socket
# Func Hash:
181107445370493838
# Num Counters:
15
# Counter Values:
3302
13613
13613
0
150
13613
13613
13613
10311
0
13577
3302
0
2697
13613

unity_0_c.c;multi_timeout
# Func Hash:
1148435661918713094
# Num Counters:
42
# Counter Values:
0
0
0
0
0
1096
19226
0
0
0
19226
0
0
0
0
0
0
0
0
2280
0
19226
2280
2280
29419
0
0
2280
2280
0
19226
0
0
2280
2280
2280
0
0
0
0
0
0

unity_0_c.c;multi_wait
# Func Hash:
1062961533669941334
# Num Counters:
53
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
0

unity_0_c.c;multi_xfers_add
# Func Hash:
623493562564893463
# Num Counters:
17
# Counter Values:
0
19550
19550
19550
0
0
0
0
0
0
0
0
0
0
0
0
19550

unity_0_c.c;multissl_adjust_pollset
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_close
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_connect
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_get_internals
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_init
# Func Hash:
491275434802927080
# Num Counters:
3
# Counter Values:
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_random
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_recv_plain
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_send_plain
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;multissl_setup
# Func Hash:
123569783148219923
# Num Counters:
12
# Counter Values:
0
0
0
48500
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;multissl_version
# Func Hash:
606516083545037580
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;my_sha256_final
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;my_sha256_init
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;my_sha256_update
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;nw_out_flush
# Func Hash:
776814505273313139
# Num Counters:
15
# Counter Values:
0
0
37677
11168
0
0
11168
0
11168
0
0
0
0
0
0

unity_0_c.c;on_begin_headers
# Func Hash:
1096621591455489767
# Num Counters:
6
# Counter Values:
9504
9400
9400
9400
9400
9400

unity_0_c.c;on_data_chunk_recv
# Func Hash:
803118761018796778
# Num Counters:
41
# Counter Values:
0
0
0
14842
0
0
0
0
55044
41283
3916
2937
14740
14740
0
0
0
0
14740
14740
14740
14740
0
13761
0
0
13761
0
0
979
0
0
0
0
979
0
0
0
0
0
0

unity_0_c.c;on_frame_recv
# Func Hash:
572263702677642573
# Num Counters:
177
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
22526
40
0
0
0
0
0
0
0
0
0
0
0
0
0
0
24323
24323
0
0
0
3
22320
22320
0
0
2000
0
0
0
2000
0
2
0
22320
0
0
0
9400
0
1
9400
0
0
0
12880
9400
0
40
0
1
9400
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
40
0
1
0
9400
0
40
0
0
0
0
0
0
40
0
0
0
0
0
0
0
0
40
0
9400
0
0
0
0
0
0
0
0
0
9400
0
9400
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

unity_0_c.c;on_frame_send
# Func Hash:
141929910309310977
# Num Counters:
14
# Counter Values:
0
0
0
15947
15947
15947
1
0
0
0
0
0
0
0

unity_0_c.c;on_header
# Func Hash:
40897264385488951
# Num Counters:
77
# Counter Values:
0
0
56719
9400
0
0
56100
0
56100
0
56100
0
0
0
0
0
0
0
0
56100
28200
28200
0
0
0
0
0
0
46700
0
0
0
0
0
46700
0
46700
46700
46700
46700
0
0
0
46700
11699
0
0
0
11699
0
0
0
0
0
0
11699
0
9399
0
0
0
11699
9400
9400
9400
0
9400
2328
0
0
2328
0
2328
0
0
2328
8
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
0
0
0
0
0
0
0
0
0

unity_0_c.c;on_resp_header
# Func Hash:
957600706794836325
# Num Counters:
62
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;on_resp_header_udp
# Func Hash:
866037727212440103
# Num Counters:
94
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;on_session_send
# Func Hash:
11922953876204610
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

unity_0_c.c;on_stream_close
# Func Hash:
439965158271801142
# Num Counters:
47
# Counter Values:
0
0
0
0
0
0
0
0
0
0
9504
9400
9400
0
0
0
0
9400
0
0
0
9400
0
0
9400
9400
9400
0
0
0
0
0
0
0
9400
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;oss_x509_share_free
# Func Hash:
536744759626524775
# Num Counters:
2
# Counter Values:
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:1
1
** External Symbol **:1

unity_0_c.c;ossl_bio_cf_create
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

unity_0_c.c;ossl_bio_cf_ctrl
# Func Hash:
798733565874911937
# Num Counters:
6
# Counter Values:
3
167405
167401
0
0
1

unity_0_c.c;ossl_bio_cf_destroy
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

unity_0_c.c;ossl_bio_cf_in_read
# Func Hash:
458129222859350898
# Num Counters:
16
# Counter Values:
0
0
20906
20906
20906
16187
0
4719
16187
0
0
0
1
0
0
4719
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_recv:20902
Curl_cf_def_recv:4

unity_0_c.c;ossl_bio_cf_out_write
# Func Hash:
578412083930127464
# Num Counters:
12
# Counter Values:
0
0
12865
12865
12865
12865
0
0
12865
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_send:12863
Curl_cf_def_send:2

unity_0_c.c;ossl_cert_status_request
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;ossl_cleanup
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;ossl_close
# Func Hash:
844982800087245094
# Num Counters:
4
# Counter Values:
1
1
1
1

unity_0_c.c;ossl_close_all
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
120
0

unity_0_c.c;ossl_connect
# Func Hash:
78228827062969735
# Num Counters:
135
# Counter Values:
1
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
2
1
0
3
1
3
0
1
0
1
1
0
1
1
0
1
0
0
0
1
1
0
0
0
0
0
0
0
0
0
0
2
1
1
0
0
0
0
0
0
0
1
0
0
0
0
0
0
2
0
1
0
0
0
0
2
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ossl_data_pending
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
45153

unity_0_c.c;ossl_do_file_type
# Func Hash:
528554516586829956
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ossl_engines_list
# Func Hash:
470088713898851505
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;ossl_get_channel_binding
# Func Hash:
604177207789434398
# Num Counters:
32
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ossl_get_internals
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
9400
0

unity_0_c.c;ossl_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1

unity_0_c.c;ossl_init_ssl
# Func Hash:
552990431105887050
# Num Counters:
60
# Counter Values:
0
0
0
0
0
1
0
1
1
0
1
0
0
1
0
1
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;ossl_keylog_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;ossl_new_session_cb
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
1
1

unity_0_c.c;ossl_on_session_reuse
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;ossl_provider_cleanup
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
120
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:120

unity_0_c.c;ossl_random
# Func Hash:
37730074022732947
# Num Counters:
5
# Counter Values:
0
0
0
0
0

unity_0_c.c;ossl_recv
# Func Hash:
698784623306850646
# Num Counters:
44
# Counter Values:
0
0
0
0
0
0
0
13678
29862
16184
16184
13678
0
0
0
0
0
0
16184
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ossl_seed
# Func Hash:
798733564238116886
# Num Counters:
5
# Counter Values:
1
1
1
1
0

unity_0_c.c;ossl_send
# Func Hash:
528554515407310753
# Num Counters:
20
# Counter Values:
12862
0
12862
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
12862

unity_0_c.c;ossl_set_engine
# Func Hash:
798733568086288662
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;ossl_set_engine_default
# Func Hash:
694937221224343436
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

unity_0_c.c;ossl_set_provider
# Func Hash:
465580091290241732
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;ossl_sha256sum
# Func Hash:
798733566917666837
# Num Counters:
5
# Counter Values:
0
0
0
0
0

unity_0_c.c;ossl_shutdown
# Func Hash:
1044533398966007924
# Num Counters:
110
# Counter Values:
0
0
0
0
0
0
0
0
0
1
0
0
0
0
0
1
0
1
0
0
0
0
1
0
0
0
0
0
0
0
1
0
0
0
0
1
0
0
0
0
1
0
0
1
1
0
0
0
1
1
0
0
1
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;ossl_strerror
# Func Hash:
1059984393994994768
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;ossl_trace
# Func Hash:
414295176420667896
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;out_number
# Func Hash:
918468104105815883
# Num Counters:
46
# Counter Values:
0
0
89823
0
0
0
14842
302201
0
0
0
0
317043
0
0
0
89823
0
0
14842
0
0
0
0
89823
0
89823
0
0
89823
0
40429
0
89823
0
0
0
0
0
0
0
0
89823
0
14842
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
13
0
0
0
0
0
0
0
0
0
0
0
2
unity_0_c.c;alloc_addbyter:287518
unity_0_c.c;addbyter:29525
0

unity_0_c.c;output_auth_headers
# Func Hash:
454545671150786170
# Num Counters:
42
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;parse_authority
# Func Hash:
806052235571596838
# Num Counters:
36
# Counter Values:
0
7397
0
0
0
0
0
0
0
0
0
0
0
7397
7397
7397
0
7397
7397
7397
0
0
7397
0
7397
0
7397
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
0
0
0
1
** External Symbol **:7397
1
** External Symbol **:7397
1
** External Symbol **:7397
1
** External Symbol **:7397
1
** External Symbol **:7397
1
** External Symbol **:7397
1
** External Symbol **:7397
0

unity_0_c.c;parse_proxy
# Func Hash:
97006239873244612
# Num Counters:
40
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

unity_0_c.c;parsedate
# Func Hash:
221441222564734028
# Num Counters:
92
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;parseurl_and_replace
# Func Hash:
220654238052697557
# Num Counters:
134
# Counter Values:
7397
7397
0
291103
291103
0
14794
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7397
7222
7397
0
7222
0
0
7397
7397
7397
7397
7397
7397
0
7397
0
7397
0
7397
0
0
0
0
0
1204
0
7397
0
4000
7397
0
0
601
0
0
0
601
0
1202
0
0
4000
6746
0
0
601
601
0
0
0
0
0
0
0
4000
0
6746
6746
0
1202
0
0
0
4000
6746
0
0
0
0
1202
0
0
1202
0
0
0
0
0
0
0
0
1202
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
273970
14794
0
0
0
5635
0
7222
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
0
1
** External Symbol **:7397
0
0
1
** External Symbol **:4000
0
1
** External Symbol **:6746
0
1
** External Symbol **:1202
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
2
17:3980
16:20
2
6:6342
9:404

unity_0_c.c;passwd_callback
# Func Hash:
978919878153129705
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;peer_create
# Func Hash:
901759761982623050
# Num Counters:
15
# Counter Values:
0
19550
19550
0
19550
19550
0
19550
0
0
19550
0
0
0
19550
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:19550
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
9:19550
0
0

unity_0_c.c;peer_parse_host
# Func Hash:
285492489782502606
# Num Counters:
14
# Counter Values:
0
0
0
19550
19550
19550
0
19550
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;pgrs_update
# Func Hash:
96213850127762896
# Num Counters:
17
# Counter Values:
0
249632
119545
130087
0
130087
130087
0
130087
130087
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:130087
0

unity_0_c.c;ph_freeentry
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;pickoneauth
# Func Hash:
174542564956778714
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

unity_0_c.c;process_pending_handles
# Func Hash:
744640998617937966
# Num Counters:
21
# Counter Values:
0
0
0
24
0
0
0
0
0
0
0
0
0
0
0
68253
0
68253
0
0
0

unity_0_c.c;progress_calc
# Func Hash:
14124348999648586
# Num Counters:
22
# Counter Values:
249632
19515
58500
0
249632
0
249632
230117
230117
249632
0
58500
0
58500
38952
0
0
230117
58500
58500
58485
0

unity_0_c.c;protocol2num
# Func Hash:
1083424331768898991
# Num Counters:
11
# Counter Values:
0
224
448
448
224
448
224
0
0
224
0

unity_0_c.c;proxy_h2_nw_out_writer
# Func Hash:
675064528639656445
# Num Counters:
8
# Counter Values:
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;proxy_h2_on_frame_recv
# Func Hash:
574091928934520757
# Num Counters:
37
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_on_frame_send
# Func Hash:
896858935971787739
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_on_header
# Func Hash:
937442760771118963
# Num Counters:
33
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_on_stream_close
# Func Hash:
650973721946119228
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_process_pending_input
# Func Hash:
793714008781540971
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_progress_egress
# Func Hash:
561110088290012412
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_h2_progress_ingress
# Func Hash:
574091928787501903
# Num Counters:
37
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;proxy_info_matches
# Func Hash:
1124680651294704750
# Num Counters:
4
# Counter Values:
38796
0
38796
38796

unity_0_c.c;prune_head
# Func Hash:
651056897247517602
# Num Counters:
8
# Counter Values:
37334
33874
0
30319
325
4894
4880
35684
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:325

unity_0_c.c;pubkey_pem_to_der
# Func Hash:
903233817901267116
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;pubkey_show
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;push_certinfo
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;remove_expired
# Func Hash:
239760743258948742
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

unity_0_c.c;req_body_read_callback
# Func Hash:
574663149776863466
# Num Counters:
19
# Counter Values:
0
0
4219
4219
4219
4219
4219
4219
0
4219
2179
3819
2179
2040
0
139
0
0
400

unity_0_c.c;req_flush
# Func Hash:
860076221695868820
# Num Counters:
38
# Counter Values:
0
4880
364
0
5244
24744
5244
5244
4080
0
0
24744
0
5244
0
24744
5244
19500
0
19500
4080
0
4080
5244
0
0
0
364
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
2
unity_0_c.c;cf_socket_query:10100
unity_0_c.c;cf_h2_query:9400
0

unity_0_c.c;req_set_upload_done
# Func Hash:
1041805059508051523
# Num Counters:
29
# Counter Values:
38300
38300
19500
39000
0
80
0
4080
0
4080
0
15420
0
0
0
15420
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
Curl_creader_def_done:19500
0
3
unity_0_c.c;cf_socket_cntrl:19500
unity_0_c.c;cf_h2_cntrl:9400
unity_0_c.c;ssl_cf_cntrl:9400

unity_0_c.c;rlimit_update
# Func Hash:
375233892419727363
# Num Counters:
10
# Counter Values:
100557
100560
100557
100560
100560
0
100560
0
0
0

unity_0_c.c;sanitize_cookie_path
# Func Hash:
635146056897294023
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;send_callback
# Func Hash:
187771965137412750
# Num Counters:
7
# Counter Values:
15948
15945
0
0
15948
0
0

unity_0_c.c;set_local_ip
# Func Hash:
896858934742190995
# Num Counters:
12
# Counter Values:
406
406
0
0
406
0
0
0
0
0
0
0

unity_0_c.c;set_url
# Func Hash:
1013845504269023828
# Num Counters:
23
# Counter Values:
7397
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

unity_0_c.c;set_url_port
# Func Hash:
264495435572946902
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;set_url_scheme
# Func Hash:
303685791229688547
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;setopt_cptr_http_mqtt
# Func Hash:
162756810364014787
# Num Counters:
95
# Counter Values:
0
0
0
0
0
15730
0
0
0
0
0
0
0
0
0
4080
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
32
0
0
0
0
0
1
** External Symbol **:4080
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

unity_0_c.c;setopt_cptr_misc
# Func Hash:
976792029492806251
# Num Counters:
113
# Counter Values:
0
0
0
0
11650
0
0
0
0
0
0
4671
0
112
112
112
0
112
112
0
0
112
0
112
112
112
5635
0
0
0
0
0
0
112
0
0
0
0
0
0
0
0
0
0
0
112
0
0
0
0
0
1080
0
0
0
5635
5052
0
0
0
0
0
0
112
0
0
0
0
0
4671
0
0
0
5635
0
0
0
0
0
0
5052
0
0
0
0
0
0
0
0
0
0
1080
0
0
0
5635
0
0
0
0
0
0
112
0
112
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
41
0
0
1
** External Symbol **:4671
1
** External Symbol **:1080
0
0
1
** External Symbol **:5635
1
** External Symbol **:5635
1
curl_free:5052
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;setopt_cptr_net
# Func Hash:
263859757533724568
# Num Counters:
12
# Counter Values:
11650
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
0
0
0
0
0
0
0

unity_0_c.c;setopt_cptr_proxy
# Func Hash:
770791961326531928
# Num Counters:
94
# Counter Values:
0
0
0
16514
0
0
0
0
0
112
0
0
0
0
0
0
0
112
0
0
0
0
0
112
112
112
0
0
0
0
0
0
0
0
0
0
112
112
0
0
0
0
0
0
0
0
0
112
112
0
0
0
0
0
0
112
0
112
0
0
0
112
0
0
0
0
0
0
0
0
0
0
0
0
112
0
0
0
0
0
112
0
112
0
0
0
0
0
0
0
0
0
0
112
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
42
0
0
0
0
0
0
0
0
1
** External Symbol **:112
1
** External Symbol **:112
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
** External Symbol **:112
1
** External Symbol **:112
0
0
0
0
0
0
0
0
1
** External Symbol **:112
1
** External Symbol **:112
0
0
0
0
1
** External Symbol **:112
0

unity_0_c.c;setopt_cptr_ssl
# Func Hash:
871420057013452795
# Num Counters:
79
# Counter Values:
0
16066
0
15730
0
112
112
0
0
0
112
0
0
0
0
0
0
0
0
0
0
0
0
0
0
112
0
0
0
0
0
112
0
0
112
0
0
0
0
112
0
0
0
0
0
0
0
0
0
112
0
0
0
0
0
0
0
0
112
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
112
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
31
0
0
1
** External Symbol **:112
1
** External Symbol **:112
1
** External Symbol **:112
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;setopt_long_bool
# Func Hash:
879830216826427273
# Num Counters:
102
# Counter Values:
0
2787
0
0
0
0
0
0
0
0
0
160
0
0
0
0
0
0
0
0
112
0
191
0
0
0
0
0
0
0
0
0
0
0
0
112
0
0
0
0
112
0
0
112
0
112
0
0
112
0
0
0
95
176
0
191
0
0
0
0
0
0
0
0
0
0
0
0
95
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
112
0
0
0
0
112
0
0
112
0
112
0
0
112
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;setopt_long_http
# Func Hash:
908950567617795731
# Num Counters:
22
# Counter Values:
0
448
112
0
0
0
0
0
0
0
0
0
0
0
112
0
112
0
0
0
0
0

unity_0_c.c;setopt_long_misc
# Func Hash:
667936266664876451
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
0
0
0
0
0
0
0

unity_0_c.c;setopt_long_net
# Func Hash:
409619233198354747
# Num Counters:
72
# Counter Values:
1493
0
0
0
0
0
0
0
0
0
0
0
0
965
80
0
0
0
0
0
0
0
0
0
0
0
0
0
965
965
0
0
0
0
0
80
80
0
0
0
0
0
0
0
0
0
0
0
0
0
0
965
0
0
80
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;setopt_long_proto
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;setopt_long_proxy
# Func Hash:
303685791216774644
# Num Counters:
14
# Counter Values:
0
224
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;setopt_long_ssl
# Func Hash:
966855190964055344
# Num Counters:
20
# Counter Values:
112
0
224
0
0
0
0
224
0
0
0
0
0
0
0
0
224
224
112
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;setstropt_userpwd
# Func Hash:
783881050704865891
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;share_destroy
# Func Hash:
443952510763781748
# Num Counters:
7
# Counter Values:
0
5
0
0
0
0
5
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
1
** External Symbol **:5

unity_0_c.c;share_lock_acquire
# Func Hash:
264495435269105907
# Num Counters:
5
# Counter Values:
85
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;share_unlink
# Func Hash:
1108181536411383720
# Num Counters:
4
# Counter Values:
45
0
5
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;should_close_session
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
35341
35341
0

unity_0_c.c;single_header
# Func Hash:
609831942033498469
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;sockaddr2string
# Func Hash:
974670606810449197
# Num Counters:
7
# Counter Values:
0
558
0
0
558
0
0

unity_0_c.c;socket_close
# Func Hash:
995382921860848482
# Num Counters:
9
# Counter Values:
152
0
152
0
152
152
152
152
152
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:152

unity_0_c.c;socket_connect_result
# Func Hash:
287486625082191349
# Num Counters:
7
# Counter Values:
152
152
0
0
0
0
0

unity_0_c.c;socket_open
# Func Hash:
1042181546842812064
# Num Counters:
25
# Counter Values:
152
152
0
0
0
152
0
0
0
152
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:152
0

unity_0_c.c;socks4_check_resp
# Func Hash:
1085769282198589913
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;socks4_req_add_user
# Func Hash:
311693036761948591
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

unity_0_c.c;socks_cf_adjust_pollset
# Func Hash:
529291396945216985
# Num Counters:
21
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;socks_cf_query
# Func Hash:
218421988218668803
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;socks_flush
# Func Hash:
93478048940471244
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
0

unity_0_c.c;socks_proxy_cf_connect
# Func Hash:
311209180327893266
# Num Counters:
286
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
0

unity_0_c.c;socks_proxy_cf_destroy
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;socks_proxy_ctx_free
# Func Hash:
1051176398258315578
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

unity_0_c.c;socks_recv
# Func Hash:
52047011664908050
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0

unity_0_c.c;ssl_cf_adjust_pollset
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
18099
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_ssl_adjust_pollset:18099

unity_0_c.c;ssl_cf_cntrl
# Func Hash:
391331301809799246
# Num Counters:
7
# Counter Values:
28228
1
1
0
0
1
0

unity_0_c.c;ssl_cf_connect
# Func Hash:
1120388757692770205
# Num Counters:
33
# Counter Values:
1
0
0
0
0
0
3
0
3
0
3
0
3
3
0
3
0
1
0
0
1
0
0
0
0
0
1
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;ossl_connect:3

unity_0_c.c;ssl_cf_connect_deferred
# Func Hash:
1117982117165081612
# Num Counters:
26
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ssl_cf_data_pending
# Func Hash:
238891944127565145
# Num Counters:
3
# Counter Values:
45153
32377
45153
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_data_pending:45153
1
Curl_cf_def_data_pending:32377

unity_0_c.c;ssl_cf_destroy
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_close:1

unity_0_c.c;ssl_cf_query
# Func Hash:
484405274629029749
# Num Counters:
16
# Counter Values:
9400
0
0
0
81018
71615
1
2
9400
2
1
1
0
0
0
9400
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_get_internals:9400
2
unity_0_c.c;cf_socket_query:71612
unity_0_c.c;cf_ip_happy_query:3

unity_0_c.c;ssl_cf_recv
# Func Hash:
738780475473718609
# Num Counters:
6
# Counter Values:
29862
29862
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_recv:29862

unity_0_c.c;ssl_cf_send
# Func Hash:
649959919313874732
# Num Counters:
10
# Counter Values:
0
12862
0
12862
0
0
12862
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_send:12862

unity_0_c.c;ssl_cf_shutdown
# Func Hash:
18663487751831144
# Num Counters:
11
# Counter Values:
0
0
1
1
1
1
1
1
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_shutdown:1

unity_0_c.c;ssl_easy_config_compl_options
# Func Hash:
37730075662659032
# Num Counters:
5
# Counter Values:
19550
0
0
0
19550

unity_0_c.c;ssl_msg_type
# Func Hash:
3603321087894454
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;ssl_ui_reader
# Func Hash:
1108181536411383720
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;ssl_ui_writer
# Func Hash:
543243708099917551
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;str_num_base
# Func Hash:
124721840570610220
# Num Counters:
13
# Counter Values:
0
0
246493
0
219638
0
143682
75956
75956
75956
0
231699
0

unity_0_c.c;stream_recv
# Func Hash:
236287527800515536
# Num Counters:
33
# Counter Values:
43240
0
0
0
0
0
0
0
0
0
0
52640
0
0
43240
9400
0
0
0
0
43240
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;tcpkeepalive
# Func Hash:
796536980103299575
# Num Counters:
26
# Counter Values:
0
0
0
0
0
0
0
0
152
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;thrdpool_join_zombies
# Func Hash:
875109164154895557
# Num Counters:
6
# Counter Values:
0
0
0
0
0
6
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;thrdpool_signal
# Func Hash:
1031329235074880339
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;thrdpool_unlink
# Func Hash:
444246272853092292
# Num Counters:
4
# Counter Values:
3
3
3
3
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:3
1
** External Symbol **:3

unity_0_c.c;thrdq_item_list_dtor
# Func Hash:
536744759626524775
# Num Counters:
2
# Counter Values:
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;thrdq_llist_clean_matches
# Func Hash:
742169496584272419
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;thrdq_tpool_process
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;thrdq_tpool_return
# Func Hash:
217446533357786128
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

unity_0_c.c;thrdq_tpool_take
# Func Hash:
903233816052680764
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;thrdq_unlink
# Func Hash:
838502326954579317
# Num Counters:
12
# Counter Values:
0
0
0
0
0
0
0
0
3
3
3
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
1
** External Symbol **:3
1
** External Symbol **:3

unity_0_c.c;thrdslot_run
# Func Hash:
559578802017972869
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
0
0
0
0

unity_0_c.c;trc_infof
# Func Hash:
830659415792021636
# Num Counters:
10
# Counter Values:
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;trc_print_ids
# Func Hash:
290495009815043945
# Num Counters:
5
# Counter Values:
0
0
0
0
0

unity_0_c.c;trc_write
# Func Hash:
331865487152067513
# Num Counters:
9
# Counter Values:
50
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;tunnel_free
# Func Hash:
674753037459707925
# Num Counters:
5
# Counter Values:
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
0
0
0
0
0

unity_0_c.c;tunnel_recv_callback
# Func Hash:
431494656919539458
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;tunnel_send_callback
# Func Hash:
776814506756547955
# Num Counters:
16
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;uint32_spbset_get_chunk
# Func Hash:
716669422494993997
# Num Counters:
8
# Counter Values:
0
24414
9093
9093
20118
4797
4797
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:4797

unity_0_c.c;up_free
# Func Hash:
1140501263362254951
# Num Counters:
2
# Counter Values:
19670
19550
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19670
1
** External Symbol **:19550

unity_0_c.c;url_match_auth
# Func Hash:
1124680651850354050
# Num Counters:
4
# Counter Values:
19398
19398
0
0

unity_0_c.c;url_match_conn
# Func Hash:
130783510267942531
# Num Counters:
59
# Counter Values:
0
0
0
0
48834
48834
0
0
0
48834
0
0
0
0
48834
0
0
0
0
48834
0
19398
0
0
0
48834
48538
18798
9399
9999
0
296
9399
0
48538
296
0
0
8786
29140
0
9999
9399
8786
8786
19398
0
19398
0
19398
9999
19398
19398
19398
19398
19398
19398
10612
0

unity_0_c.c;url_match_http_multiplex
# Func Hash:
896858935114980702
# Num Counters:
12
# Counter Values:
19398
19398
19398
9999
0
0
0
0
0
0
0
0

unity_0_c.c;url_match_multiplex_limits
# Func Hash:
529291397577403393
# Num Counters:
20
# Counter Values:
19398
8786
0
0
8786
8786
0
0
0
8786
0
0
0
0
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:8786

unity_0_c.c;url_match_proto_config
# Func Hash:
1096621587974483825
# Num Counters:
7
# Counter Values:
0
9999
19398
19398
9999
0
9399

unity_0_c.c;url_match_result
# Func Hash:
345737797002706157
# Num Counters:
11
# Counter Values:
19398
19398
0
10612
128
24
65
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;url_set_data_creds
# Func Hash:
838687590963044988
# Num Counters:
37
# Counter Values:
0
19550
19550
19550
19550
0
0
0
19550
0
19550
19550
0
0
0
0
19550
19550
19550
19550
19550
19550
0
0
0
0
0
0
0
0
19550
0
0
0
19550
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:19550
1
** External Symbol **:19550
0

unity_0_c.c;url_sethost
# Func Hash:
647943848899934042
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;urlencode_str
# Func Hash:
6259142750778017
# Num Counters:
24
# Counter Values:
0
0
0
0
0
0
0
126581
0
0
0
0
0
0
20151
0
0
0
0
126581
0
0
0
20151

unity_0_c.c;verifyconnect
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
152
0
152

unity_0_c.c;x509_name_oneline
# Func Hash:
844982797103812556
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;xfer_send
# Func Hash:
259212322592567406
# Num Counters:
14
# Counter Values:
4080
20664
19500
19500
20664
4080
20300
19500
4080
19500
4880
19500
5244
20664

unity_0_c.c;xfer_setup
# Func Hash:
1127386591574753634
# Num Counters:
12
# Counter Values:
0
0
19500
19500
19500
19500
0
0
0
0
0
0

