# libcurl 8.22.0, nghttp2 1.70.0
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
1025108375262828700
# Num Counters:
108
# Counter Values:
19600
0
0
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
19600
19600
0
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
252375182086200425
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
889361183964174190
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

Curl_async_failed
# Func Hash:
208392344378501223
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

Curl_async_getaddrinfo
# Func Hash:
157411391395364276
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

Curl_async_pollset
# Func Hash:
159676625780067636
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
400481080646892896
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
4
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
837335712276761634
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

Curl_async_timeleft_ms
# Func Hash:
844982799312776592
# Num Counters:
4
# Counter Values:
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
316052552015857841
# Num Counters:
4
# Counter Values:
322
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
1
** External Symbol **:322
1
** External Symbol **:322
1
** External Symbol **:322
1
** External Symbol **:322
1
** External Symbol **:322
1
** External Symbol **:322

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
13176
13176
13176
0
0
13176
13176
0
13176
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_bufq_writer:13176

Curl_bufq_read
# Func Hash:
146907617563583766
# Num Counters:
7
# Counter Values:
6454
3935
3935
3779
156
4218
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
129:156

Curl_bufq_skip
# Func Hash:
567185240085958542
# Num Counters:
5
# Counter Values:
31789
31789
31789
31789
32257

Curl_bufq_write
# Func Hash:
611804023095150256
# Num Counters:
8
# Counter Values:
26127
26127
26127
32616
32616
2163
2163
468
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
9
17:7851
33:5709
513:4572
129:4153
9:3717
257:59
32:40
65:25
512:1

Curl_bufq_write_pass
# Func Hash:
231012522433480609
# Num Counters:
14
# Counter Values:
1695
0
18265
18265
18265
6785
6785
16570
6785
16570
6785
0
0
0

Curl_build_unencoding_stack
# Func Hash:
923752644979503663
# Num Counters:
113
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
38518
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
911
760
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
Curl_cf_def_query:453
unity_0_c.c;cf_ip_happy_query:303
unity_0_c.c;cf_hc_query:3
unity_0_c.c;ssl_cf_query:1

Curl_cf_def_recv
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
unity_0_c.c;cf_socket_recv:2

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

Curl_cf_ip_happy_insert_after
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

Curl_cf_recv
# Func Hash:
1108181536921495803
# Num Counters:
3
# Counter Values:
0
0
34936
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_recv:20987
unity_0_c.c;cf_socket_recv:13949

Curl_cf_recv_bufq
# Func Hash:
883001825899147990
# Num Counters:
7
# Counter Values:
0
23430
0
23430
13733
0
23430
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_recv:23430

Curl_cf_send
# Func Hash:
1108181536921495803
# Num Counters:
3
# Counter Values:
0
0
20768
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_send:10500
unity_0_c.c;cf_h2_send:10268

Curl_cf_send_bufq
# Func Hash:
1124680653747245318
# Num Counters:
3
# Counter Values:
0
16570
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
28540381884229323
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
110
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

Curl_client_flush
# Func Hash:
499828438056466350
# Num Counters:
10
# Counter Values:
0
0
19500
19500
19500
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
Curl_cwriter_def_flush:19500

Curl_client_read
# Func Hash:
204239781517927217
# Num Counters:
16
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
4880
0
4880
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
58500
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
2
Curl_cwriter_def_close:39000
unity_0_c.c;cw_out_close:19500
1
** External Symbol **:58500

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
181903
181903
181903
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
unity_0_c.c;cw_raw_write:181903

Curl_close
# Func Hash:
893024648985298454
# Num Counters:
28
# Counter Values:
0
110
110
0
0
110
110
110
110
102
102
0
40
103
102
0
0
102
102
0
0
102
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
20
0
1
unity_0_c.c;ossl_close_all:110
0
1
** External Symbol **:100
0
1
** External Symbol **:110
0
0
0
0
0
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:103
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:110

Curl_compareheader
# Func Hash:
311275476444025609
# Num Counters:
34
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
0
100
10000
110000
20200
10100
10100
0
0
0
10100
100
14180
10000
0
14180
0
10100
10000
0
10000
4080
0
0
0

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
159676627283514681
# Num Counters:
9
# Counter Values:
61132
30415
30382
185
33
0
33
30566
61132

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
171629055955679421
# Num Counters:
8
# Counter Values:
71241
71241
71089
609
457
152
30535
71241
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
6
unity_0_c.c;cf_socket_adjust_pollset:30382
unity_0_c.c;cf_h2_adjust_pollset:20201
unity_0_c.c;ssl_cf_adjust_pollset:20201
unity_0_c.c;cf_dns_adjust_pollset:152
unity_0_c.c;cf_ip_happy_adjust_pollset:152
unity_0_c.c;cf_hc_adjust_pollset:1

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
435038405352320288
# Num Counters:
68
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
608
608
11172
0
304
152
304
304
0
0
204
0
11172
150
0
0
0
0
50
0
0
0
411
0
304
0
304
0
207
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
50
0
1
102
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
10
1
Curl_cf_def_query:304
0
1
unity_0_c.c;cf_dns_connect:304
5
unity_0_c.c;cf_dns_cntrl:102
unity_0_c.c;cf_socket_cntrl:102
unity_0_c.c;cf_hc_cntrl:1
unity_0_c.c;cf_h2_cntrl:1
unity_0_c.c;ssl_cf_cntrl:1
5
unity_0_c.c;cf_dns_cntrl:102
unity_0_c.c;cf_socket_cntrl:102
unity_0_c.c;cf_hc_cntrl:1
unity_0_c.c;cf_h2_cntrl:1
unity_0_c.c;ssl_cf_cntrl:1
1
unity_0_c.c;cf_dns_cntrl:50
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
2:304
0
1
2:304

Curl_conn_dns_add_addr_resolve
# Func Hash:
323068686374298187
# Num Counters:
37
# Counter Values:
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
152
0
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
0
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

Curl_conn_dns_addr_result
# Func Hash:
93478046555346492
# Num Counters:
8
# Counter Values:
152
0
152
152
152
152
152
0

Curl_conn_dns_get_ai
# Func Hash:
560555357538555227
# Num Counters:
24
# Counter Values:
0
506
1012
0
1012
354
1012
506
506
1012
354
1012
0
0
1012
0
1012
0
0
0
506
506
506
506

Curl_conn_free
# Func Hash:
261058236442544212
# Num Counters:
29
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
15
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

Curl_conn_get_first_socket
# Func Hash:
35093531766387533
# Num Counters:
5
# Counter Values:
152
0
152
152
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_def_query:152

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

Curl_conn_setup
# Func Hash:
574663148895119327
# Num Counters:
19
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
152
0
152
0
1
0
152
0
1
0

Curl_conn_shutdown
# Func Hash:
1006784408927649873
# Num Counters:
31
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
0
0
0
0
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

Curl_conn_shutdown_once
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
97586033799816948
# Num Counters:
27
# Counter Values:
0
0
0
254
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
711
711
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0

Curl_connect
# Func Hash:
158366985681729314
# Num Counters:
252
# Counter Values:
0
273700
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
0
38196
13959
0
19550
152
19550
19550
13959
5591
0
0
0
19550
0
0
0
19398
0
0
0
19550
0
0
9999
9999
0
19550
19550
0
0
19550
19550
19550
0
5591
0
39100
39100
0
19550
0
19550
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
0
0
0
0
0
0
0
0
19550
8530
152
0
0
0
0
5591
0
0
0
19398
0
0
0
0
0
19550
0
0
9999
152
4703
19550
5591
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
19550
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
4703
19550
0
0
19550
0
0
0
0
14847
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
19550
0
19550
0
152
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
152
0
0
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
0
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
152
19550
0
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
1
** External Symbol **:5591
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
1
Curl_http_setup_conn:19550
0
0
0
3
unity_0_c.c;cf_socket_cntrl:19398
unity_0_c.c;cf_h2_cntrl:9399
unity_0_c.c;ssl_cf_cntrl:9399

Curl_cookie_add
# Func Hash:
914586024151273910
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
467769192780575662
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
4703
0
4703
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
1003018251011109507
# Num Counters:
23
# Counter Values:
0
0
75
152
0
75
75
152
75
77
63
75
75
63
63
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
956468539622228381
# Num Counters:
59
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
75
152
152
0
0
0
152
0
75
152
0
0
77
0
75
0
75
152
0
75
75
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
817178216591376007
# Num Counters:
25
# Counter Values:
4628
10870
0
10870
4628
6242
10870
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
10870
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

Curl_cpool_conn_seems_healthy
# Func Hash:
738723935171706081
# Num Counters:
44
# Counter Values:
0
10868
10868
10868
0
10868
10868
0
0
0
0
10868
0
0
0
10868
0
0
0
0
0
0
0
10868
0
0
0
0
0
10868
0
0
0
10868
0
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

Curl_cpool_destroy
# Func Hash:
250941701877086865
# Num Counters:
17
# Counter Values:
0
2
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

Curl_cpool_do_locked
# Func Hash:
383880590074977316
# Num Counters:
12
# Counter Values:
4703
0
4703
4703
0
4703
14847
4703
4703
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
177516632775066945
# Num Counters:
21
# Counter Values:
19398
19487
41703
4703
19550
0
4703
19542
19487
19550
4703
63
4703
14847
4703
4703
19487
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
curlx_str_key_compare:19487
1
unity_0_c.c;url_match_conn:41703
1
unity_0_c.c;url_match_result:19550
0

Curl_cpool_get_conn
# Func Hash:
709477688469617265
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
837725960866070831
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

Curl_cpool_prune_dead
# Func Hash:
974752426920336310
# Num Counters:
12
# Counter Values:
0
19550
19550
4703
4703
19550
8
4703
4703
19550
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
484405274815135618
# Num Counters:
13
# Counter Values:
4703
0
4703
4703
0
4703
0
14847
4703
4703
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
1295

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
926237282118837296
# Num Counters:
22
# Counter Values:
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
5
0
0
0
0
0

Curl_creds_merge
# Func Hash:
391331303790763851
# Num Counters:
6
# Counter Values:
0
0
0
19550
0
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

Curl_creds_unlink
# Func Hash:
1108181535149967537
# Num Counters:
4
# Counter Values:
117732
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
1011014342629340492
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
3
0
3
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

Curl_cw_out_done
# Func Hash:
830659417632951728
# Num Counters:
11
# Counter Values:
0
58500
39000
19550
19500
19500
19500
0
0
0
0

Curl_cwriter_add
# Func Hash:
301495638029661973
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

Curl_cwriter_def_close
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
39000

Curl_cwriter_def_flush
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
39034
39034
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
Curl_cwriter_def_flush:19517
unity_0_c.c;cw_out_flush:19517

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
1115603740924026377
# Num Counters:
36
# Counter Values:
0
0
0
0
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

Curl_dns_entry_unlink
# Func Hash:
1024412733112415073
# Num Counters:
15
# Counter Values:
0
202
152
75
0
0
0
0
0
0
0
0
0
75
75
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

Curl_dnsc_mk_addr
# Func Hash:
118734428217100796
# Num Counters:
3
# Counter Values:
53
53
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

Curl_dnsc_mk_addr2
# Func Hash:
118734428217100796
# Num Counters:
3
# Counter Values:
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

Curl_dnscache_add
# Func Hash:
988766520381211649
# Num Counters:
34
# Counter Values:
0
53
0
53
53
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
0
0
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
100135204201339434
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
1
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
1052000132259287299
# Num Counters:
68
# Counter Values:
0
111
0
0
75
152
152
0
99
53
0
149
99
53
0
53
99
0
0
99
0
99
0
0
0
0
0
0
0
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
0
0
0
75
152
0
0
0
152
53
75
0
0
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
curlx_str_key_compare:111
0
0
0

Curl_dnscache_prune
# Func Hash:
393226875499949108
# Num Counters:
17
# Counter Values:
0
11020
4703
11020
0
0
0
0
0
0
0
0
0
4703
11020
11020
4703
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

Curl_eapi_enter
# Func Hash:
940266882883375236
# Num Counters:
24
# Counter Values:
47444
0
0
1295
0
74289
74289
74187
0
0
47444
0
47444
26845
47444
1295
0
102
47444
1295
74289
102
0
74187

Curl_expire_clear
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

Curl_expire_clear_all
# Func Hash:
753202735241274327
# Num Counters:
9
# Counter Values:
0
39210
39100
7446
7446
0
0
0
0

Curl_expire_set
# Func Hash:
847869751938038001
# Num Counters:
21
# Counter Values:
0
0
0
20265
20265
20265
20265
20265
20265
0
20265
0
20265
0
0
0
0
0
0
5415
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
64987637344985302
# Num Counters:
37
# Counter Values:
0
0
0
0
0
110
0
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
784642825084802173
# Num Counters:
8
# Counter Values:
0
110
880
110
0
102
0
7
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:110
1
** External Symbol **:880
0
1
curl_free:7
0
0

Curl_get_admin
# Func Hash:
567185240155380408
# Num Counters:
5
# Counter Values:
30874
30872
30872
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
342402019341120552
# Num Counters:
130
# Counter Values:
0
0
0
30481
10475
30481
0
0
10475
10475
306
150
0
19550
10475
0
306
0
150
0
0
0
19550
0
10475
0
0
0
0
0
10475
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
10475
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
10475
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
10475
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;cf_h2_query:10475

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
12
32154
32154
0
117
32154
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:117
2
Curl_hash_str:18981
unity_0_c.c;mev_sh_entry_hash:13173
1
curlx_str_key_compare:12
0
0
1
** External Symbol **:32154
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
9:18864
4:13173
16:63
17:54

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
5233
117
117
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
14339
0
0
14339
0
782420
11020
11020
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
unity_0_c.c;dnscache_entry_is_stale:14339
0
0
0

Curl_hash_delete
# Func Hash:
1108579232148374426
# Num Counters:
7
# Counter Values:
32098
32938
32186
840
32098
18862
13236
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
2
Curl_hash_str:19013
unity_0_c.c;mev_sh_entry_hash:13173
2
curlx_str_key_compare:18925
unity_0_c.c;mev_sh_entry_compare:13173
1
unity_0_c.c;mev_pollset_dtor:18862
2
unity_0_c.c;mev_sh_entry_dtor:13173
unity_0_c.c;cpool_bundle_free_entry:63
1
** External Symbol **:32098

Curl_hash_str
# Func Hash:
146835646621254984
# Num Counters:
2
# Counter Values:
2106713
168820

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
676313997699605216
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
110
0
0
0
0
0
0
0
0
0
0
0
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
1080614846164836441
# Num Counters:
392
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
24760
19500
0
4080
37800
13240
24760
105660
0
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
0
0
0
37900
13240
0
0
0
0
0
0
0
4080
0
100
24760
24760
0
0
24560
24760
24760
24760
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
0
29640
24480
0
0
0
240
0
0
0
24760
0
0
0
100
0
0
0
16100
0
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
19500
0
100
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
102
0
5160
1080
0
0
0
0
0
9240
9240
0
0
1
9240
5160
19500
0
0
19500
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
19500
0
1
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
0
19500
0
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
10100
4080
19500
19500
19500
10100
0
0
19500
0
0
0
0
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
19500
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
0
0
10100
0
0
19500
0
19500
0
0
0
10100
0
0
15420
0
0
0
19500
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
0
0
19500
0
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
4080
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
4000
0
0
0
0
80
4000
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
0
0
0
0
0
0
0
0
0
0
0
0
0
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
19500
19500
240
0
0
0
10100
0
0
121760
0
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
28
1
** External Symbol **:19500
1
** External Symbol **:19500
0
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
1021873656279454863
# Num Counters:
30
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
896858934446222486
# Num Counters:
11
# Counter Values:
19500
0
0
19500
0
0
19500
19500
0
0
0

Curl_http_follow
# Func Hash:
62447732441051894
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
11
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
159676628472888852
# Num Counters:
11
# Counter Values:
3000
0
19500
19500
19500
18020
1080
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
1266
1266
30263
30263
30263
1266
1266
0

Curl_http_proxy_create_tunnel_request
# Func Hash:
781092478072712160
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
36141
36141
36141
26501
9400
36141

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
217842876192550301
# Num Counters:
55
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
0
0
0
80502
0
70402
0
26041
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
0
10100
0
0
0
60302
0
0
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
86095772717758161
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

Curl_init_transfer
# Func Hash:
287486628247882367
# Num Counters:
6
# Counter Values:
19550
19550
400
19550
0
0

Curl_init_userdefined
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
110

Curl_initinfo
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
19660
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:19660
1
** External Symbol **:19660

Curl_input_digest
# Func Hash:
271263513326439744
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
25777
0
0
68990
53657
68990
53657
15333
15333
15333
15333
7366
15333
0
15333
7366
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
11527
8176
0
0
11527
0

Curl_loadhostpairs
# Func Hash:
641540140588628537
# Num Counters:
133
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
# Num Value Kinds:
2
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
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
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

Curl_mapi_enter
# Func Hash:
436124196070500415
# Num Counters:
17
# Counter Values:
0
26999
66195
0
126153
0
126153
66195
126153
126153
99156
26999
66195
126153
26999
0
126150

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
91902
110944
110839
19042
91902
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:110839
1
curlx_str_key_compare:91902

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
746131229751548474
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

Curl_multi_add_handle
# Func Hash:
958971013276908957
# Num Counters:
46
# Counter Values:
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
19550
0
0
0
19550
19550
0
0
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
0
0
19550
0
0
0
14480
0
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
4
0
0
0
0

Curl_multi_add_perform
# Func Hash:
675064525038245766
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
11187
0
0
0
0
5318
24138
24138
0
24138
0
0
24138
11218
0
0
0
11187
11142
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
100749
0
100749
100749
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
272534042370271239
# Num Counters:
27
# Counter Values:
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
3
3
3
0
3
3
3
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
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
0

Curl_multi_pollset
# Func Hash:
422217983847588779
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
221896
0
0
0
0
0
0
0
0
0
0
0
110948
110948
110948
110948
0
42633
30415
110948
24721
24721
0
0
0
0
0
30263
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
30263
30263
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
Curl_http_perform_pollset:30263
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
2:110948

Curl_multi_remove_handle
# Func Hash:
611749933375402956
# Num Counters:
54
# Counter Values:
19550
19550
19550
152766
152766
0
19550
0
0
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
19550
0
19550
19550
19550
19550
0
0
0
18950
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
0
0
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
33163
33160
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
194484
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:194484

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
19703
19703
5
4
11522
1
8176

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
110
110
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:110

Curl_ossl_add_session
# Func Hash:
85198689077539376
# Num Counters:
17
# Counter Values:
0
1
1
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
0
1
0
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
997046132272132627
# Num Counters:
200
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
0
1
1
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
57557112704719562
# Num Counters:
90
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
1
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
1
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
0
1
1
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
5

Curl_output_digest
# Func Hash:
270149184944444872
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

Curl_peer_create
# Func Hash:
94401997708079526
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
4
0
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
709395404526172591
# Num Counters:
39
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

Curl_peer_from_url
# Func Hash:
466217010704809380
# Num Counters:
30
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
19550
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
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
2
unity_0_c.c;four_letter_scheme:10150
unity_0_c.c;five_letter_scheme:9400
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
117910
59412
19398
59412
19398
6483
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:6483

Curl_peer_same_destination
# Func Hash:
920543274524375027
# Num Counters:
16
# Counter Values:
123366
41703
41703
41703
375327
41703
0
41703
0
41703
0
41703
41703
41703
41703
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

Curl_pgrsCheckX
# Func Hash:
303685789266386956
# Num Counters:
13
# Counter Values:
33163
33163
13663
0
0
0
0
0
0
0
0
0
0

Curl_pgrsDone
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
19500
19500
0

Curl_pgrsTimeWas
# Func Hash:
178566014280540015
# Num Counters:
43
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
0
19550
19550
19550
152
102
1
19550
19550
0
0
0
0
19550
0
19550
19550
19550
0
0
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

Curl_pgrs_since_ms
# Func Hash:
135188634185858485
# Num Counters:
8
# Counter Values:
50830
0
50830
0
50830
0
50830
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
152
152
50
50
0
0
152
0
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
84313
55136
29177
55136
33
0
0
55136
0
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
259260
129630
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
2:129630

Curl_pollset_move
# Func Hash:
177029409564841364
# Num Counters:
4
# Counter Values:
0
221532
0
110766
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
1
8:110766
1
2:110766
1
2:110766

Curl_pretransfer
# Func Hash:
645342662604161570
# Num Counters:
35
# Counter Values:
15070
19550
573
18977
4670
0
0
0
19448
19448
0
13959
0
15470
19448
19448
0
0
19550
19550
19550
19550
0
0
4080
0
0
0
12915
0
0
0
0
0
4000
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
0
1
** External Symbol **:12915
1
** External Symbol **:19550
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
1146949941383861057
# Num Counters:
118
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
0
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
17
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
110
102
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:110
1
** External Symbol **:110
1
** External Symbol **:110
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
19448
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
5348
5348
5348
5348
4548
4880
0
4880
4548
4080
4548
4880
4548
0
4880
468

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
102
19448
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
63426
63426
63426
60892
60892
60892
0
60892
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_query:39485
unity_0_c.c;cf_socket_query:21407

Curl_resolv
# Func Hash:
31819175002422940
# Num Counters:
8
# Counter Values:
152
152
152
0
0
0
0
0

Curl_resolv_announce_start
# Func Hash:
658521667977970686
# Num Counters:
25
# Counter Values:
0
0
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
376260593126528730
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

Curl_resolv_get_ai
# Func Hash:
141929910664507491
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

Curl_resolv_take_result
# Func Hash:
920543278212453081
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
626787537325433089
# Num Counters:
20
# Counter Values:
0
19500
0
19398
0
0
0
0
0
0
0
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

Curl_rlimit_avail
# Func Hash:
536873292144000142
# Num Counters:
4
# Counter Values:
191878
191845
47857
47857

Curl_rlimit_drain
# Func Hash:
631255613613987857
# Num Counters:
6
# Counter Values:
31381
29830
0
0
0
0

Curl_rlimit_next_step_ms
# Func Hash:
391331303774949824
# Num Counters:
7
# Counter Values:
40662
20397
40596
20265
20265
20265
20265

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
40662
40596
20265
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
982299835898128770
# Num Counters:
102
# Counter Values:
0
21401
0
0
1268
0
0
0
33163
128
9400
34936
13949
0
11645
1901
34936
34936
34936
31928
21401
33032
13949
0
34936
33163
33163
13535
33032
21632
31928
1268
0
1904
9400
1268
0
13663
9400
1268
0
34936
1904
21401
33163
0
33032
19500
0
0
34936
0
19500
0
0
19100
0
0
0
9400
12001
19100
23763
0
19500
0
0
0
13663
0
0
0
0
2018
2018
0
0
0
0
2018
0
0
13535
0
2018
0
0
13535
0
0
0
13304
13304
13304
0
0
0
0
19500
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
Curl_cf_recv:34936
0
2
unity_0_c.c;cf_h2_data_pending:11587
Curl_cf_def_data_pending:1948

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
414921809924022239
# Num Counters:
8
# Counter Values:
150
40
40
40
40
0
0
0

Curl_shutdown_start
# Func Hash:
968759717214998142
# Num Counters:
11
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

Curl_shutdown_timeleft
# Func Hash:
290495008139769541
# Num Counters:
6
# Counter Values:
102
102
102
102
102
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
599005162861257940
# Num Counters:
10
# Counter Values:
45061
8011
17237
7411
7574
6680
5921
2710
58895
58895

Curl_splaygetbest
# Func Hash:
798733566408009235
# Num Counters:
4
# Counter Values:
0
10389
0
0

Curl_splayinsert
# Func Hash:
694937219398026839
# Num Counters:
6
# Counter Values:
4244
15128
7559
5137
2655
4914

Curl_splayremove
# Func Hash:
650973719721673818
# Num Counters:
9
# Counter Values:
7584
20265
20265
20265
20265
4763
2796
5643
7063

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
20201
7677
7677
7677
0
0
7677
0
0
0
0
0
0
7677
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_query:7677

Curl_ssl_config_cleanup
# Func Hash:
37244240762726503
# Num Counters:
2
# Counter Values:
39320
304
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
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
790542752406221852
# Num Counters:
25
# Counter Values:
19550
19550
19550
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

Curl_ssl_free_certinfo
# Func Hash:
1050536511425295356
# Num Counters:
5
# Counter Values:
0
0
0
19770
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
999315315500422119
# Num Counters:
54
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

Curl_ssl_scache_is_locked_by_current_thread
# Func Hash:
238984481799490044
# Num Counters:
3
# Counter Values:
26999
26999
0

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
3
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

Curl_ssl_session_dup
# Func Hash:
277243207860942308
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
2
0
0

Curl_ssl_setup_x509_store
# Func Hash:
1064917030069084435
# Num Counters:
113
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
811594940992505281
# Num Counters:
3
# Counter Values:
3
3
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
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

Curl_thrdq_check_started
# Func Hash:
238984483936707236
# Num Counters:
3
# Counter Values:
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
811594940992505281
# Num Counters:
3
# Counter Values:
3
3
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:3

Curl_thrdq_recv
# Func Hash:
915934317056684015
# Num Counters:
5
# Counter Values:
1
0
0
1
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

Curl_thrdq_send
# Func Hash:
1076447438210452711
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

Curl_thrdq_set_props
# Func Hash:
679210745886084866
# Num Counters:
4
# Counter Values:
3
0
3
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

Curl_timeouts_next_ms
# Func Hash:
896858935685236136
# Num Counters:
10
# Counter Values:
7470
7470
7470
7470
7470
37653
7470
37653
37651
7470

Curl_timeouts_remove_expired
# Func Hash:
287486628366411123
# Num Counters:
6
# Counter Values:
53956
10389
53956
0
10389
10389

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
456618552893531399
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

Curl_u8_strset_clear
# Func Hash:
146393203911007131
# Num Counters:
3
# Counter Values:
880
110
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:880
0

Curl_u8_strset_get
# Func Hash:
567185242101566373
# Num Counters:
5
# Counter Values:
1008526
905324
780102
945679
125222

Curl_u8_strset_setn
# Func Hash:
237007508070545550
# Num Counters:
12
# Counter Values:
58583
58583
39202
0
0
0
19381
1657
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
** External Symbol **:19381
0
0
0

Curl_u8_strset_setx
# Func Hash:
547916287368947546
# Num Counters:
6
# Counter Values:
7079
7079
7079
7079
3796
6875
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:7079
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
33:4231
17:1362
3:1080
32:202

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
9465
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
93
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
0
0
0
0
11187
11187
24138
27866
11187
24138
24138
12840
111

Curl_uint32_tbl_add
# Func Hash:
93478047811289973
# Num Counters:
7
# Counter Values:
7
153
19553
19553
19553
19397
156

Curl_uint32_tbl_destroy
# Func Hash:
470088711770000592
# Num Counters:
4
# Counter Values:
384
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
101649434438109414
# Num Counters:
36
# Counter Values:
0
0
0
0
30923
66111
64308
64308
30940
37651
30940
16936
9721
30923
0
9721
9721
30940
30940
11498
0
9721
11498
30940
0
0
0
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
** External Symbol **:30940

Curl_url_get_port
# Func Hash:
402209681762251144
# Num Counters:
7
# Counter Values:
0
19550
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

Curl_url_same_origin
# Func Hash:
889875045855362487
# Num Counters:
26
# Counter Values:
601
0
0
2704
2704
5409
5409
601
601
0
601
601
601
0
601
601
601
0
601
0
0
601
0
0
601
601
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

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
612578423390706511
# Num Counters:
122
# Counter Values:
624
0
0
0
0
0
0
0
624
0
0
0
40
0
0
4928
2259
2669
0
18620
33723
17442
918
1248
0
20204
0
0
0
624
0
0
624
0
1051
0
0
40
0
1051
0
4080
0
0
16124
0
0
0
16281
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
573
0
40
0
0
16124
40
4080
0
0
0
0
0
0
102
0
0
102
0
102
0
0
102
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
102
0
0
102
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
0
40
1371
102
0
0
2259
17442
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
curl_free:573
0
0

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
894949968150397470
# Num Counters:
12
# Counter Values:
102
102
102
68
68
34
17
17
17
17
17
17
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_cwriter_def_flush:17
3
unity_0_c.c;cf_h2_cntrl:34
unity_0_c.c;ssl_cf_cntrl:34
unity_0_c.c;cf_socket_cntrl:34

Curl_xfer_pause_send
# Func Hash:
995382919597597371
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

Curl_xfer_send
# Func Hash:
971686721825018947
# Num Counters:
7
# Counter Values:
20768
0
20300
468
20768
20300
20768
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_send:20768

Curl_xfer_write_resp
# Func Hash:
1107865779519014254
# Num Counters:
11
# Counter Values:
0
36141
36141
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
Curl_http_write_resp:36141

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
2567
85
40
2479
36
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
all.c;stream_less:85

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
11578
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
16572
0
18508
0
49034
0
50969
71540
0
1
16572
0
32461
1
0
0
0
0
0
439
0
35081
16572
15450
0
0
16572
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
15450
3818
0
12754
0
0
2
4257
0
0
0
0
0
15450
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
3351
0
4257
0
0
0
0
0
4218
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
3350
3350
39
0
0
0
0
0
0
0
0
39
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
3350
0
0
0
0
0
0
0
0
0
0
0
0
0
0
3350
0
3818
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
15450
15450
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
Curl_nghttp2_free:39
1
Curl_nghttp2_free:400
0
0
0
0
1
Curl_nghttp2_free:15450
1
Curl_nghttp2_free:15450
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
6035
6035
6035
6035
6035
0
6035
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
12754
2040
0
16572
0
12754
12754
3818
12754
3818
3818
2040
1778
1778
3818
2040
2040
9400
1
0
1
3350
9400
9400
2040
1
3350
3350
9400
0
0
0
3350
1
0
0
0
0
0
9400
0
3350
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
1778
0
0
1
0
3350
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;on_frame_send:2040
1
unity_0_c.c;on_frame_send:1778
1
unity_0_c.c;on_frame_send:12754

all.c;session_after_frame_sent2
# Func Hash:
104006292931022526
# Num Counters:
13
# Counter Values:
9400
9400
12754
0
0
2040
1778
0
0
1778
1778
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_free:12754
1
Curl_nghttp2_free:2040
0
1
Curl_nghttp2_free:1778

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
13218
11519
0
11519
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
66771
66771
66771
0
4232

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
2479
34
0
2479

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
32831
0
25101
20245
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
119
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

curl_easy_cleanup
# Func Hash:
1096621588420153670
# Num Counters:
6
# Counter Values:
102
102
102
0
0
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
974670604815987334
# Num Counters:
7
# Counter Values:
30481
30481
30481
30481
0
30481
30481

curl_easy_init
# Func Hash:
11922953888462045
# Num Counters:
6
# Counter Values:
0
0
110
0
0
110

curl_easy_pause
# Func Hash:
1134506063043549115
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
1295
1295
1295
1295
1295
0
1295
0
1295
17
1295
17
1295
0
1295
1295
1295
0
0
17
17
17
17
1295
0
0
0
1269
17
1295
17
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_creader_def_is_paused:1295

curl_easy_setopt
# Func Hash:
391331303571270679
# Num Counters:
7
# Counter Values:
42411
42411
42411
42411
0
42411
42411

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
5591
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5591

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
0

curl_multi_add_handle
# Func Hash:
93478049057373982
# Num Counters:
8
# Counter Values:
19550
19550
19550
19550
19550
19550
19550
19550

curl_multi_cleanup
# Func Hash:
863918266675191966
# Num Counters:
43
# Counter Values:
0
0
3
3
0
381
0
0
0
0
0
3
3
3
0
0
3
0
3
0
3
3
0
0
3
3
3
0
0
0
3
2
1
3
3
3
3
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
79639228828564838
# Num Counters:
10
# Counter Values:
59958
59958
59958
59958
19550
19550
59958
19550
59958
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
1096621588420153670
# Num Counters:
6
# Counter Values:
1
1
1
1
1
1

curl_multi_poll
# Func Hash:
1096621588420153670
# Num Counters:
6
# Counter Values:
0
0
0
0
0
0

curl_multi_remove_handle
# Func Hash:
93478049057373982
# Num Counters:
8
# Counter Values:
19550
19550
19550
19550
19550
19550
19550
19550

curl_multi_setopt
# Func Hash:
740247082118025442
# Num Counters:
57
# Counter Values:
0
0
0
0
94
94
94
94
94
94
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
80
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
3
0
0
80
0
0
0

curl_multi_socket_action
# Func Hash:
1096621588420153670
# Num Counters:
6
# Counter Values:
26993
26993
26993
26993
26993
26993

curl_multi_timeout
# Func Hash:
1096621588420153670
# Num Counters:
6
# Counter Values:
2
2
2
2
2
2

curl_multi_waitfds
# Func Hash:
469289502353109499
# Num Counters:
26
# Counter Values:
2
2
4
4
0
4
4
0
0
2
0
0
2
2
0
2
2
2
0
0
0
2
2
2
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
3
1
2:2
0
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
543243710727180550
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

curl_mvsnprintf
# Func Hash:
238984482966880379
# Num Counters:
3
# Counter Values:
50
0
50

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
961
961
961
337
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:961
1
** External Symbol **:961
0

curl_slist_free_all
# Func Hash:
1124236338567769002
# Num Counters:
3
# Counter Values:
337
828
1452
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:961
1
** External Symbol **:961

curl_strnequal
# Func Hash:
631255613157600806
# Num Counters:
6
# Counter Values:
177760
54480
0
23680
0
218760

curl_url
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
573
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:573

curl_url_cleanup
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
5693
573
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:573

curl_url_dup
# Func Hash:
19426266851391201
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
13959
0
13959
0
0
0
13959
13959
0
0
13959
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
1
** External Symbol **:13959
1
** External Symbol **:13959
0
0
0
1
** External Symbol **:13959
1
** External Symbol **:13959
0
0
0
0

curl_url_get
# Func Hash:
433953196556681525
# Num Counters:
111
# Counter Values:
0
0
0
0
0
0
0
176551
176551
0
176551
20151
0
0
62650
0
62650
62650
62650
62650
0
0
62650
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
43100
4000
4000
16151
20151
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
0
0
0
20151
0
0
0
0
20151
20151
0
20151
0
20151
0
0
0
20151
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
20151
20151
0
0
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
9
0
0
2
unity_0_c.c;four_letter_scheme:10451
unity_0_c.c;five_letter_scheme:9700
1
** External Symbol **:20151
1
** External Symbol **:62650
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
9:20350
6:18700
4:10150
5:9400
17:3980
1:50
16:20

curl_url_set
# Func Hash:
130081374644239246
# Num Counters:
115
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
7366
0
0
0
0
0
0
7366
0
0
0
0
0
7366
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7366
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
15
0
0
0
0
0
0
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
610385555305553301
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

curl_version_info
# Func Hash:
444246268764960464
# Num Counters:
4
# Counter Values:
36
36
4
4
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_ossl_version:4
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
93551
0
93551

curlx_dyn_addn
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
319610

curlx_dyn_free
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

curlx_dyn_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

curlx_dyn_len
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

curlx_dyn_ptr
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

curlx_dyn_vprintf
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
4080
0

curlx_inet_ntop
# Func Hash:
844958288542074578
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
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

curlx_inet_pton
# Func Hash:
1117982118399510089
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
536873293986372656
# Num Counters:
3
# Counter Values:
832931
0
92599

curlx_str_key_compare
# Func Hash:
298789182569385415
# Num Counters:
3
# Counter Values:
130678
24
130678
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
3
9:110764
16:19791
17:123

curlx_str_number
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
4130

curlx_str_single
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
0
0

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

formats.c;is_plain
# Func Hash:
661518736611670813
# Num Counters:
19
# Counter Values:
272276
88052
88871
0
4080
491885
697385
509315
188070
499795
183772
404730
203220
201510
99947
558
0
211220
0

moya_curl_maprintf
# Func Hash:
455009188219940591
# Num Counters:
5
# Counter Values:
167405
39701
0
39701
39701
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:39701
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
8
1:43751
9:40502
5:39701
6:19300
7:10451
8:9700
17:3980
16:20

moya_curl_msnprintf
# Func Hash:
747740836496745871
# Num Counters:
4
# Counter Values:
93034
50520
0
50520
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
8
3:30109
5:30056
1:12958
4:10451
8:9400
17:50
7:5
6:5

moya_curlx_dyn_vprintf
# Func Hash:
11922956263577596
# Num Counters:
6
# Counter Values:
235276
235276
0
89471
4080
0

mprintf.c;addbyter
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
3800
3800

mprintf.c;alloc_addbyter
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
84334
0
0

mprintf.c;dollarstring
# Func Hash:
134732430909126014
# Num Counters:
4
# Counter Values:
4130
0
0
0

mprintf.c;formatf
# Func Hash:
1100797701729484604
# Num Counters:
202
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
4480
50
0
0
4130
0
0
0
0
4130
0
0
300
0
0
0
300
0
75140
75140
0
0
79620
75140
0
0
0
0
4480
4480
4480
0
0
0
0
0
0
0
0
0
0
0
8560
8560
4480
0
4480
0
4480
4130
4480
0
4130
0
0
0
4480
4480
8410
0
4480
0
1800
1800
0
1800
0
0
4130
0
4480
0
4130
50
0
4480
0
0
0
0
4130
0
0
0
0
0
0
0
4130
0
0
0
0
0
0
4080
4480
0
0
0
0
0
0
0
4130
300
0
0
0
0
0
4080
4130
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
4480
0
0
0
0
0
0
0
0
150
150
4080
50
0
0
0
0
50
0
0
0
300
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
50
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
4480
0
0
0
0
0
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
mprintf.c;alloc_addbyter:73440
mprintf.c;addbyter:1700
0
0
1
mprintf.c;addbyter:1800
0
0
0
0
0
0

mprintf.c;fputc_wrapper
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

mprintf.c;out_number
# Func Hash:
918468104105815883
# Num Counters:
46
# Counter Values:
0
0
4180
0
0
0
50
11144
0
0
0
0
11194
0
0
0
4180
0
0
50
0
0
0
0
4180
0
4180
0
0
4180
0
4130
0
4180
0
0
0
0
0
0
0
0
4180
0
50
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
mprintf.c;alloc_addbyter:10894
mprintf.c;addbyter:300
0

nghttp2_adjust_local_window_size
# Func Hash:
391331301203473165
# Num Counters:
7
# Counter Values:
0
17
9400
17
9400
17
17

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
32464
0
32464
32464
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
13218
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
410780
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
41130

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
123402
353897
348193
294792

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
11528
23
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
47914
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
2479
2479
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
2479
0
2479
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
10096
0
0
0
0
1
1
8705
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
32533
32533
32533
32533

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
868

nghttp2_session_get_stream_effective_local_window_size
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
9434
9417
9417
9417
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
868
868
868
868
0

nghttp2_session_get_stream_user_data
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
118178
116178
116178
116178
0

nghttp2_session_mem_recv
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
13733

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
13733
3
0
0
0
0
56100
0
13733
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
0
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
13733
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
39
39
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
4218
0
4218
0
0
3818
0
3818
2040
0
3818
3818
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
unity_0_c.c;req_body_read_callback:4218
0

nghttp2_session_pop_next_ob_item
# Func Hash:
950994590521164121
# Num Counters:
12
# Counter Values:
18508
160835
2
4257
2
18802
32165
8706
32165
9400
4257
9400

nghttp2_session_resume_data
# Func Hash:
1011877328048128722
# Num Counters:
9
# Counter Values:
9839
439
439
439
439
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
16573
18508
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
unity_0_c.c;send_callback:16573

nghttp2_session_set_local_window_size
# Func Hash:
1085769280073577450
# Num Counters:
17
# Counter Values:
9435
9434
9417
9417
1
9417
9400
1
17
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
1
1
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
0
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
28625
28625
2

nghttp2_session_want_write
# Func Hash:
414921810197215612
# Num Counters:
10
# Counter Values:
51132
0
69641
69641
485864
485462
69641
69639
402
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
9417
9417
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
4
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
694937220051366256
# Num Counters:
6
# Counter Values:
0
0
0
0
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

unity_0_c.c;async_thrdd_report_item
# Func Hash:
996081877336487087
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
391331302805039578
# Num Counters:
7
# Counter Values:
1
1
1
1
1
1
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
13176
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_send:13176

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
197471692673399130
# Num Counters:
24
# Counter Values:
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
0
0
0
0
0
0
0
0
0
0
0

unity_0_c.c;cf_dns_cntrl
# Func Hash:
1063705162462123496
# Num Counters:
3
# Counter Values:
304
50
50

unity_0_c.c;cf_dns_connect
# Func Hash:
471887722947598823
# Num Counters:
82
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
152
304
0
102
0
0
0
304
304
0
102
0
0
304
152
304
0
0
0
152
304
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
152
254
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
2
unity_0_c.c;cf_setup_connect:302
unity_0_c.c;cf_hc_connect:2

unity_0_c.c;cf_dns_create
# Func Hash:
991954584757148354
# Num Counters:
21
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
0
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

unity_0_c.c;cf_dns_start
# Func Hash:
638066918651466545
# Num Counters:
26
# Counter Values:
152
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
0
0
0
0
0
0
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
520551898921996897
# Num Counters:
154
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
20544
20201
20201
0
20201
20201
20201
868
868
19840
0
20201
0
19840
868
19840
0
0
20201
0
0
20201
20201
868
20201
19694
361
361
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:20201

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
10268
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
36
0
0
28235
0
0
0
1
34
9400
0
34
34
0
0
0
34
0
0
0
0
0
0
1
34
0
0
34
0
1
0
34
1
34
0
0
0
1
17
0
0
17
0
17
0
0
17
17
34
17
0
0

unity_0_c.c;cf_h2_connect
# Func Hash:
534244202175811849
# Num Counters:
53
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
90
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
** External Symbol **:90
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
26541
31788
31788
31788
26541
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:31788

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
626787535743737901
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
40296
107762
48885
18800
0
79562
0
0
48885
0
9400
0
0
39485
0
48885
9400
0
9400
0
0
39485
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_query:79562

unity_0_c.c;cf_h2_recv
# Func Hash:
657568767936689337
# Num Counters:
33
# Counter Values:
20987
0
0
21393
0
0
20987
20987
20987
0
0
20987
18355
0
0
0
0
0
0
0
0
18355
0
0
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
10268
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
977
0
0
0
0
0
10268
868
10268
0
10267
10268
9400
9400
0
0
71540
10268
0
9400
868
0
868
0
0
0
0
868
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
940266882878274263
# Num Counters:
23
# Counter Values:
0
0
0
0
119616
118048
118048
0
0
20265
17
20265
0
17
9417
9417
0
0
0
0
0
0
20265

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
1146859546635476705
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
2
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

unity_0_c.c;cf_hc_connect
# Func Hash:
433774541652174928
# Num Counters:
103
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
2
0
0
2
1
0
1
0
0
2
0
1
0
0
0
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
1
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;cf_setup_connect:2
0
0

unity_0_c.c;cf_hc_ctx_destroy
# Func Hash:
1123877647533110962
# Num Counters:
8
# Counter Values:
0
1
0
2
1
1
1
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
567547167933508615
# Num Counters:
8
# Counter Values:
2
1
1
1
3
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
Curl_cf_def_query:1
0

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
152
152
152
0
0
0
152

unity_0_c.c;cf_ip_happy_connect
# Func Hash:
1031188034437102102
# Num Counters:
197
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
50
0
102
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
152
0
152
0
0
0
50
0
50
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
1011995981931529727
# Num Counters:
14
# Counter Values:
0
0
0
0
0
303
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
292954813593139189
# Num Counters:
168
# Counter Values:
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
152
305
255
152
0
0
305
255
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
304
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
1
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
unity_0_c.c;ssl_cf_connect:1
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
30382
0
0
152
30230
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

unity_0_c.c;cf_socket_cntrl
# Func Hash:
22492061392887725
# Num Counters:
16
# Counter Values:
58636
102
19398
102
0
102
19398
102
102
102
19398
102
102
0
101
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
0
0
0
0
0
0
0
0
0
0
0
0
0
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
74796496485015571
# Num Counters:
147
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
152
0
152
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cf_socket_query
# Func Hash:
803592334208154131
# Num Counters:
13
# Counter Values:
90493
27878
0
0
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

unity_0_c.c;cf_socket_recv
# Func Hash:
1127386592147287206
# Num Counters:
13
# Counter Values:
11646
0
0
31271
31271
19625
11646
102
0
0
0
0
19625

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
23679
23679
0
0
0
0
0
23679

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
682132728593441748
# Num Counters:
26
# Counter Values:
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
0
1
0
1
1
0
0
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
0
0

unity_0_c.c;cf_ssl_cache_peer_update
# Func Hash:
11922953179676791
# Num Counters:
7
# Counter Values:
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
935377306344581488
# Num Counters:
33
# Counter Values:
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
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

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
1138890082618772091
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
5
1
unity_0_c.c;cf_ssl_scache_session_ldestroy:1
0
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
27007
0
27007
27007
0

unity_0_c.c;cf_ssl_scache_match_auth
# Func Hash:
1080275686796908171
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
931949713080059142
# Num Counters:
51
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

unity_0_c.c;cf_udp_connect
# Func Hash:
793714012147130525
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
913965931415724867
# Num Counters:
40
# Counter Values:
304
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
304
0
304
0
304
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
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
0
0
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

unity_0_c.c;cpool_conn_close
# Func Hash:
44969476528973472
# Num Counters:
22
# Counter Values:
150
150
150
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

unity_0_c.c;cpool_discard_conn
# Func Hash:
848569275583381362
# Num Counters:
15
# Counter Values:
0
0
0
152
50
102
152
0
0
0
0
0
50
0
152

unity_0_c.c;cpool_evict_conn
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
0

unity_0_c.c;cpool_find_bundle
# Func Hash:
742169496063203561
# Num Counters:
5
# Counter Values:
241
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
curlx_str_key_compare:241

unity_0_c.c;cpool_foreach
# Func Hash:
714500945086202587
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
8
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
927
0
0
0
10
2
2

unity_0_c.c;cpool_get_oldest_idle
# Func Hash:
908950568671382022
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

unity_0_c.c;cpool_reap_dead_cb
# Func Hash:
1124680650679754289
# Num Counters:
4
# Counter Values:
0
0
0
0

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
65349699284802856
# Num Counters:
67
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
399864111613275626
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

unity_0_c.c;cr_in_cntrl
# Func Hash:
1010315389526051211
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
897169079733119875
# Num Counters:
38
# Counter Values:
0
0
0
880
0
0
880
880
880
880
880
880
0
880
0
0
0
0
880
880
0
0
0
880
0
0
0
0
880
880
0
0
0
0
0
880
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
449298925721141230
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
480928630990530041
# Num Counters:
15
# Counter Values:
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;cshutdn_run_conn_handler
# Func Hash:
1138669268690127323
# Num Counters:
5
# Counter Values:
254
152
152
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
734311861384157226
# Num Counters:
14
# Counter Values:
0
102
102
102
0
102
0
102
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
1141028556287126141
# Num Counters:
55
# Counter Values:
0
0
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
35901
0
146002
146002
0
0
35901
0
26501
0
35901
0
28220
9400
0
35901
0
0
0
35901
0
0
0
0
9200
0
0
0
35901
35901
0
0
0
0
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
unity_0_c.c;cw_out_write:146002
1
unity_0_c.c;cw_out_write:35901

unity_0_c.c;cw_out_append
# Func Hash:
204239780122133631
# Num Counters:
14
# Counter Values:
0
0
1534
0
1551
1551
0
1551
1534
17
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
** External Symbol **:17

unity_0_c.c;cw_out_cb_write
# Func Hash:
883700820550696558
# Num Counters:
29
# Counter Values:
0
0
0
170969
171497
171497
171497
171497
170969
0
171497
171497
0
0
0
0
17
0
171480
171497
0
17
0
0
0
0
0
0
17
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
** External Symbol **:146002
** External Symbol **:25495

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

unity_0_c.c;cw_out_do_flush
# Func Hash:
783068471627405719
# Num Counters:
12
# Counter Values:
0
0
39017
39017
39017
17
17
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

unity_0_c.c;cw_out_do_write
# Func Hash:
391800337520020645
# Num Counters:
14
# Counter Values:
17
180369
0
17
0
181903
1534
0
1534
0
180369
1534
180369
17
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
742261418966908927
# Num Counters:
1
# Counter Values:
19517

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
1551
1551
17
17
17
0
17
0
17
17
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:17
1
** External Symbol **:17
1
** External Symbol **:17
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
34384
171497
171497
171480
180386
25495
171497
25478
0
180386
0
34384
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
181903
146002
146002
181903
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

unity_0_c.c;cw_pause_flush
# Func Hash:
1017341217895080353
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

unity_0_c.c;cw_pause_init
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;cw_pause_write
# Func Hash:
109989972287331416
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
2
0
0

unity_0_c.c;cw_raw_write
# Func Hash:
218421989055347116
# Num Counters:
5
# Counter Values:
181903
181903
35901
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cw_download_write:181903

unity_0_c.c;dnsc_entry_assign_addr
# Func Hash:
953183845616563387
# Num Counters:
39
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
53
0
0
0
0
0
53
0
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

unity_0_c.c;dnsc_id2key
# Func Hash:
942389666570234794
# Num Counters:
4
# Counter Values:
1640
0
205
0

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
14438
14438
14438
0
14438
11221

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
1095849947099046676
# Num Counters:
11
# Counter Values:
19500
0
19500
0
19500
19500
0
19500
19500
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:19500
0
1
** External Symbol **:19500
0
1
** External Symbol **:19500
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

unity_0_c.c;dyn_nappend
# Func Hash:
1143786699007275794
# Num Counters:
9
# Counter Values:
58451
0
902710
806574
902710
96136
148181
76636
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
1
** External Symbol **:148181
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
16
1:307517
2:209802
9:90208
17:83551
6:75861
3:52966
33:22807
4:21560
5:19661
7:9400
65:7500
513:1046
32:361
8:301
16:140
129:29

unity_0_c.c;dynhds_add_custom
# Func Hash:
533895027629622710
# Num Counters:
80
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

unity_0_c.c;five_letter_scheme
# Func Hash:
157411391699652524
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
22983
0
0
22983
0
0
0
0
22983
0
0
0
22983

unity_0_c.c;four_letter_scheme
# Func Hash:
837508513590636718
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
24492
0
0
0
0
0
0
24492
0
0
0
0
0
0
0
24492

unity_0_c.c;free_urlhandle
# Func Hash:
1140501263362254951
# Num Counters:
2
# Counter Values:
28090
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090
1
** External Symbol **:28090

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
56600
22371
4784
1339
32947
34229
2163
30598
96
30688
90
96
90
96
90
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:90
1
** External Symbol **:96

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
685250117993869587
# Num Counters:
24
# Counter Values:
0
0
0
0
13733
0
0
13733
13733
0
0
13733
0
13733
0
0
0
0
0
0
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
49799
49799
18508
0
31713
31291
31291
31289
0
31290
31289
0
2
31291
31290
0
31289
1
0
0
0
0
0
0
0
31289
31289
0

unity_0_c.c;h2_progress_ingress
# Func Hash:
621728172337802660
# Num Counters:
76
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
32917
0
0
0
0
0
0
0
0
0
32088
13733
13733
9697
32088
32088
13733
13733
32088
0
0
0
0
18355
32088
18355
0
0
9697
0
0
0
0
18355
0
0
0
0
0
0
0
0
0
0
0
0
8658
0
0
0
0
8658
0
0
0
0
0
0
0
0
0
0
0
0
0
25320
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:8658

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
331779890290762850
# Num Counters:
8
# Counter Values:
300
300
0
300
0
300
0
0

unity_0_c.c;hostip_resolv
# Func Hash:
160748157405362879
# Num Counters:
99
# Counter Values:
0
0
0
304
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
99
0
53
152
99
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
53
0
0
0
0
53
0
0
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
0
0
0
0
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
2
0
0

unity_0_c.c;hostip_resolv_take_result
# Func Hash:
1056288754343468436
# Num Counters:
54
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
9465
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
93
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
1041600096708006137
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
0
0
0
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
109867965496800399
# Num Counters:
50
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
745584561981040587
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
213047535756935345
# Num Counters:
399
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
0
19500
0
0
282760
0
126502
0
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
9400
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
0
0
0
0
40
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
601
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
100
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
15443533719394441
# Num Counters:
85
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
4

unity_0_c.c;inet_ntop4
# Func Hash:
2202714313002754
# Num Counters:
2
# Counter Values:
558
558
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:558

unity_0_c.c;inet_pton4
# Func Hash:
403434654225014333
# Num Counters:
12
# Counter Values:
1560
780
780
1560
1560
260
1040
260
260
520
0
0

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

unity_0_c.c;ipv6_parse
# Func Hash:
1059307330210637387
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
242038047501193112
# Num Counters:
63
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
9399
0
0
0
9399
0
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
21566
86264
11631
0
0
0
0
0
0
0
222190
222190
0
21566
41926
0
0
0
0
0
0
0
55099
21566
0
0
0
55099
0
55099
112298
37728
0
13173
21715
21566
112298
0
0
0
13173
41926
33384
21715
13173
41926
13173
151
0
0
21715
0
21715
13173
0
0
21566
110944
0
21566
151
110944
0
13024
8542
0
0
0
0
21566
21566
0
151
0
0
0
18864
110766
0
21566
0
8542
18864
0
0
0
0
8542
0
0
0
0
0
0
0
0
151
19193
0
0
0
55099
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
** External Symbol **:18864
0
1
** External Symbol **:13173
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
1
2:111095
0
1
2:18864
1
2:111095

unity_0_c.c;mev_forget_socket
# Func Hash:
821286405226056641
# Num Counters:
21
# Counter Values:
0
0
13173
13176
0
13173
13173
13173
13173
13173
13173
13173
0
13173
13173
0
0
0
13173
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:13173

unity_0_c.c;mev_pollset_dtor
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
18864
18864
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:18864

unity_0_c.c;mev_sh_entry_compare
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
127553

unity_0_c.c;mev_sh_entry_dtor
# Func Hash:
1124236338992350536
# Num Counters:
2
# Counter Values:
0
13173
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:13173

unity_0_c.c;mev_sh_entry_get
# Func Hash:
1040022892123960312
# Num Counters:
6
# Counter Values:
114380
140909
140909
140904
26529
114380
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;mev_sh_entry_hash:140904
1
unity_0_c.c;mev_sh_entry_compare:114380

unity_0_c.c;mev_sh_entry_hash
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
167250

unity_0_c.c;mev_sh_entry_update
# Func Hash:
388544698451015488
# Num Counters:
39
# Counter Values:
0
0
0
13354
63641
63641
30515
8700
30296
219
13355
13354
13355
13355
8542
21664
219
270
13355
0
13355
0
0
13355
0
0
0
0
13355
0
0
0
0
0
0
30158
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
** External Symbol **:13355

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
1123981649550691162
# Num Counters:
31
# Counter Values:
46892
0
0
0
46892
20331
0
26627
0
0
0
20265
0
26561
0
0
0
0
0
0
0
26561
0
0
0
20331
0
0
20265
0
0

unity_0_c.c;mstate
# Func Hash:
759225739175947593
# Num Counters:
9
# Counter Values:
0
206270
206168
206168
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
152
152
0
152
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
348332447693605197
# Num Counters:
15
# Counter Values:
0
19550
0
0
50
19550
50
19550
19550
19550
0
50
19550
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
784007059655560962
# Num Counters:
2
# Counter Values:
19500
19420

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
972228588888208759
# Num Counters:
43
# Counter Values:
0
0
33
33
0
0
33
0
0
0
26873
66
66
30230
0
33
0
30263
0
0
30263
30230
33
26873
0
33
0
30230
0
30230
0
30230
0
3357
3357
3357
0
3357
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
unity_0_c.c;cf_h2_data_pending:20201
Curl_cf_def_data_pending:10029
0

unity_0_c.c;multi_clear_timeout
# Func Hash:
271263513274732266
# Num Counters:
13
# Counter Values:
0
0
20367
20367
12819
12819
12819
12819
0
0
12819
0
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
929348960449458555
# Num Counters:
61
# Counter Values:
0
0
0
10870
0
19550
19550
8530
0
0
0
19550
8530
150
150
150
150
150
75
0
10920
0
11020
0
0
0
0
75
10920
75
0
0
0
10920
0
10870
10920
50
0
0
0
10870
10870
0
0
0
10870
0
0
0
0
0
0
0
0
0
0
0
870
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_query:10000
unity_0_c.c;cf_h2_query:870

unity_0_c.c;multi_handle_timeout
# Func Hash:
231012522620657612
# Num Counters:
11
# Counter Values:
0
0
142070
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
734311861740491827
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
53955
0
0
0
0
0

unity_0_c.c;multi_perform
# Func Hash:
489351978895817504
# Num Counters:
30
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
2
1
1
0
0
1
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
49948
0
27407
0
0
13645
40008
49948
49569
0
49948
22334
0
0
0
49948
0
0
0
53955
207
49948
0
0
27407
0
0
49948
0

unity_0_c.c;multi_runsingle
# Func Hash:
474562932712431663
# Num Counters:
217
# Counter Values:
0
0
0
0
0
0
30399
0
0
0
161468
0
30399
2
122368
141918
180866
161468
0
0
0
19550
19550
19550
19550
19550
0
0
0
0
161468
19550
3436
202
19500
0
0
0
0
0
0
50
2836
49950
3436
152
0
0
122368
0
8112
0
0
0
0
122064
2836
0
0
49950
19550
19500
19500
33196
19550
19500
0
8112
0
1
101
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
11172
0
0
19500
0
8112
0
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
0
0
0
0
0
16551
19500
0
19550
0
0
0
19500
0
102
0
0
13696
0
0
0
0
19500
19500
0
0
19500
0
3436
19398
0
0
202
10970
19500
0
102
102
0
0
13696
19500
0
0
0
2836
0
0
0
50
0
0
19500
19500
8530
11020
102
102
102
19500
0
0
0
0
0
0
0
1
0
19500
0
19500
0
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
0
0
601
0
0
0
0
19500
0
0
0
601
0
10970
0
0
0
0
0
19500
0
0
0
50272
0
0
180968
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
** External Symbol **:33196
0

unity_0_c.c;multi_schedule_pending
# Func Hash:
744640998617937966
# Num Counters:
21
# Counter Values:
0
0
0
6
0
0
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

unity_0_c.c;multi_socket
# Func Hash:
1073436554350196391
# Num Counters:
13
# Counter Values:
15775
26993
0
150
26993
26993
11218
0
26962
15775
0
15173
26993

unity_0_c.c;multi_timeout
# Func Hash:
225960590626826274
# Num Counters:
38
# Counter Values:
0
0
0
0
0
571
19187
0
0
19187
0
0
0
0
0
0
0
0
45123
0
0
7470
0
19187
7470
19187
0
19187
0
0
19187
19187
0
0
0
0
0
0

unity_0_c.c;multi_wait
# Func Hash:
84096872964798161
# Num Counters:
48
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
49575
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
31290
11481
0
0
11481
0
11481
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
9483
9400
9400
9400
9400
9400

unity_0_c.c;on_data_chunk_recv
# Func Hash:
250395596075508387
# Num Counters:
35
# Counter Values:
0
0
0
14809
0
0
0
0
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
13189
0
0
0
0
0
0
1551
0
0
0
0
0
0
0
0

unity_0_c.c;on_frame_recv
# Func Hash:
16507917045248024
# Num Counters:
184
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
22473
39
0
0
0
0
0
0
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
0
9400
0
40
0
1
0
9400
0
39
0
0
0
0
0
0
39
0
0
0
0
0
0
0
0
1
39
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
0
0
0
0
0
0
0
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
16572
16572
16572
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
56560
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
11824
0
0
0
11824
0
0
0
0
0
0
11824
0
9399
0
0
0
11824
9400
9400
9400
0
9400
2395
0
0
2395
0
2395
0
0
2395
3
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
9483
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

unity_0_c.c;ossl_apply_session
# Func Hash:
7890352056912930
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
159954
159950
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
17322
17322
17322
9698
0
7624
9698
0
0
0
1
0
0
7624
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_recv:17320
Curl_cf_def_recv:2

unity_0_c.c;ossl_bio_cf_out_write
# Func Hash:
578412083930127464
# Num Counters:
12
# Counter Values:
0
0
13179
13179
13179
13179
0
0
13179
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
unity_0_c.c;cf_socket_send:13177
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
110
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
0
1
0
1
1
1
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
40446

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
10475
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
714317983349484259
# Num Counters:
37
# Counter Values:
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
1

unity_0_c.c;ossl_keylog_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;ossl_new_session_cb
# Func Hash:
238984481799490044
# Num Counters:
3
# Counter Values:
1
1
0

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
110
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:110

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
13733
23430
9697
9697
13733
0
0
0
0
0
0
9697
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
13176
0
13176
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
13176

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
532034778632185387
# Num Counters:
73
# Counter Values:
0
0
0
7366
0
0
0
0
0
0
0
0
0
14732
0
0
29464
0
0
14732
0
0
29464
0
0
7366
7366
0
7366
7366
7366
0
0
0
7366
0
22098
7366
0
0
0
0
0
0
0
7366
7366
0
0
0
0
7366
0
7366
0
0
7366
0
0
7366
0
0
0
0
0
0
0
0
0
0
0
0
7366
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
1
** External Symbol **:7366
1
** External Symbol **:7366
1
** External Symbol **:7366
1
** External Symbol **:7366
1
** External Symbol **:7366
1
** External Symbol **:7366
0

unity_0_c.c;parse_proxy
# Func Hash:
76537002481773937
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
941837947100456222
# Num Counters:
155
# Counter Values:
7366
7366
0
290068
290068
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
14732
0
0
7366
7366
0
0
0
0
7366
7366
7366
7366
7366
7366
7366
0
7366
0
0
7366
7366
0
0
7222
0
7366
7366
0
0
0
0
0
0
7366
0
4000
7366
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
7366
0
1202
0
0
0
4000
0
6715
0
0
601
7366
601
0
0
0
0
0
4000
0
6715
6715
0
1202
0
0
0
0
0
4000
6715
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
272935
0
14732
0
0
5591
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
0
2
unity_0_c.c;four_letter_scheme:3687
unity_0_c.c;five_letter_scheme:3679
1
** External Symbol **:7366
0
0
1
** External Symbol **:4000
0
1
** External Symbol **:6715
0
0
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
6:6332
9:383

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
937816157537177302
# Num Counters:
29
# Counter Values:
0
0
0
89876
174727
84851
0
89876
0
89876
89876
0
89876
89876
89876
0
0
89876
0
0
89876
0
0
0
89876
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
** External Symbol **:89876
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

unity_0_c.c;progress_calc
# Func Hash:
414295172789273304
# Num Counters:
19
# Counter Values:
174727
19517
58483
0
96101
0
96101
155210
38983
174727
0
0
58483
0
0
58483
58466
0
0

unity_0_c.c;protocol2num
# Func Hash:
502092571432571191
# Num Counters:
12
# Counter Values:
0
204
408
408
204
408
408
204
0
0
204
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;four_letter_scheme:204
unity_0_c.c;five_letter_scheme:204

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
777368107617332886
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
37063
34229
0
30688
0
4880
4880
35724
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

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
4266
4218
4218
4218
4218
4218
0
4218
2178
3818
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
468
0
5348
24848
5348
5348
4080
0
0
24848
0
5348
0
24848
5348
19500
0
19500
4080
0
4080
5348
0
0
0
468
0
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
208516495048613443
# Num Counters:
28
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
57835
68122
68122
57835
57835
0
57835
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
16573
16570
0
0
16573
0
0

unity_0_c.c;set_local_ip
# Func Hash:
927205939356517085
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
822775866239025352
# Num Counters:
21
# Counter Values:
7366
0
0
0
0
0
0
0
0
0
0
0
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
1124680650843380658
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;set_url_scheme
# Func Hash:
993108202580129615
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

unity_0_c.c;setopt_cptr_http_mqtt
# Func Hash:
496561975240424734
# Num Counters:
101
# Counter Values:
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
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

unity_0_c.c;setopt_cptr_misc
# Func Hash:
899396170826080501
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
16281
0
0
4794
0
4672
0
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
102
102
102
5591
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
102
1080
5591
5011
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
4672
5591
0
0
0
0
0
0
5011
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
1080
0
5591
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
1
curl_free:5011
0
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
1076908793687970869
# Num Counters:
14
# Counter Values:
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

unity_0_c.c;setopt_cptr_proxy
# Func Hash:
170115313732124656
# Num Counters:
97
# Counter Values:
0
0
0
4488
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
102
0
0
0
0
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
102
102
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
0
0
102
102
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
102
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
102
0
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
0
0

unity_0_c.c;setopt_cptr_ssl
# Func Hash:
71199164940193459
# Num Counters:
84
# Counter Values:
0
4794
0
4488
0
102
102
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
102
0
102
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
0
0
0
0
0
102
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

unity_0_c.c;setopt_long_bool
# Func Hash:
879830216826427273
# Num Counters:
102
# Counter Values:
0
2669
0
0
0
0
0
0
0
0
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
102
0
192
0
0
0
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
102
0
0
102
0
102
0
0
102
0
0
0
96
176
0
192
0
0
0
0
0
0
0
0
0
0
0
0
96
0
0
0
0
0
0
0
0
0
0
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
102
0
0
102
0
102
0
0
102
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
408
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
102
0
102
0
0
0
0
0

unity_0_c.c;setopt_long_misc
# Func Hash:
667936263367032975
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
1443
0
0
0
0
0
0
0
0
0
0
0
0
955
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
955
955
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
955
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
204
0
0
0
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
642641726982827312
# Num Counters:
20
# Counter Values:
102
0
204
0
0
0
0
204
0
0
0
0
0
0
0
0
204
204
102
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

unity_0_c.c;setstropt_userpwd
# Func Hash:
742169493876466520
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

unity_0_c.c;seven_letter_scheme
# Func Hash:
76346326899457601
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

unity_0_c.c;share_destroy
# Func Hash:
1124049610452838143
# Num Counters:
8
# Counter Values:
0
5
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
28623
28623
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

unity_0_c.c;six_letter_scheme
# Func Hash:
362960094315754717
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

unity_0_c.c;sockaddr2string
# Func Hash:
974670606869328081
# Num Counters:
7
# Counter Values:
0
558
0
0
0
0
558

unity_0_c.c;socket_close
# Func Hash:
121256608308312184
# Num Counters:
15
# Counter Values:
0
152
152
0
152
0
152
152
152
152
152
152
152
0
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
710022155313565655
# Num Counters:
31
# Counter Values:
0
152
152
152
152
152
0
0
152
0
152
0
0
152
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
** External Symbol **:152

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
96246807302136415
# Num Counters:
266
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
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
845129394133155572
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
20201
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_ssl_adjust_pollset:20201

unity_0_c.c;ssl_cf_cntrl
# Func Hash:
5832819872696527
# Num Counters:
13
# Counter Values:
28235
1
1
1
1
1
1
0
0
1
1
0
0

unity_0_c.c;ssl_cf_connect
# Func Hash:
41038147175212957
# Num Counters:
32
# Counter Values:
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
1
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
0
0
1
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
unity_0_c.c;ossl_connect:1

unity_0_c.c;ssl_cf_connect_deferred
# Func Hash:
636369829095309914
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

unity_0_c.c;ssl_cf_data_pending
# Func Hash:
238891944127565145
# Num Counters:
3
# Counter Values:
40446
26541
40446
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_data_pending:40446
1
Curl_cf_def_data_pending:26541

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
783068469341756359
# Num Counters:
13
# Counter Values:
10475
0
0
0
79563
69086
2
10475
2
0
0
0
10475
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_get_internals:10475
1
unity_0_c.c;cf_socket_query:69086

unity_0_c.c;ssl_cf_recv
# Func Hash:
738780475473718609
# Num Counters:
6
# Counter Values:
23430
23430
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
unity_0_c.c;ossl_recv:23430

unity_0_c.c;ssl_cf_send
# Func Hash:
649959919313874732
# Num Counters:
10
# Counter Values:
0
13176
0
13176
0
0
13176
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
unity_0_c.c;ossl_send:13176

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
39100
0
0
0
39100

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
60381
0
121547
0
65296
56251
56251
56251
0
45649
0

unity_0_c.c;stream_recv
# Func Hash:
236287527800515536
# Num Counters:
33
# Counter Values:
29942
0
0
0
0
0
0
0
0
0
0
39342
0
0
29942
9400
0
0
0
0
29942
0
0
0
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
264495438327130052
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
1
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
626974632770491765
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
3
0
0
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

unity_0_c.c;three_letter_scheme
# Func Hash:
31819176592125288
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

unity_0_c.c;timeleft_now_ms
# Func Hash:
579636725568096480
# Num Counters:
13
# Counter Values:
0
136639
0
136639
105359
50830
0
50830
0
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
798733566896545641
# Num Counters:
4
# Counter Values:
0
0
0
0

unity_0_c.c;trc_write
# Func Hash:
875034028475211614
# Num Counters:
13
# Counter Values:
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
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
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

unity_0_c.c;two_letter_scheme
# Func Hash:
1063705158695194055
# Num Counters:
3
# Counter Values:
0
0
0

unity_0_c.c;u8_strset_addn
# Func Hash:
1124680652115249575
# Num Counters:
3
# Counter Values:
2408
0
1657

unity_0_c.c;u8_strset_unset
# Func Hash:
79639229258421622
# Num Counters:
9
# Counter Values:
3963
3861
2714
0
0
5397
1147
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1147

unity_0_c.c;uint32_spbset_get_chunk
# Func Hash:
25398237994671204
# Num Counters:
18
# Counter Values:
0
21715
0
0
0
0
21715
0
0
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

unity_0_c.c;up_free
# Func Hash:
896554592581937255
# Num Counters:
2
# Counter Values:
19660
19550
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19660
1
** External Symbol **:19660
1
** External Symbol **:19660
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
272983358155817244
# Num Counters:
77
# Counter Values:
0
0
0
0
41703
41703
0
0
0
41703
0
0
0
0
41703
0
0
0
41703
0
0
19398
0
0
0
41703
41412
18798
9399
9999
0
291
9399
0
41412
291
0
0
8530
22014
0
9999
9399
8530
8530
19398
0
19398
0
19398
0
9999
19398
19398
19398
19398
19398
19398
19398
19398
0
10868
19398
0
0
0
0
0
0
0
0
0
0
0
0
0
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
8530
0
0
8530
8530
0
0
0
8530
0
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
unity_0_c.c;cf_h2_query:8530

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
10868
131
21
68
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
1139143024461518480
# Num Counters:
45
# Counter Values:
19550
19550
0
0
19550
0
19550
0
0
0
19550
19550
19550
0
0
0
0
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
0
19550
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
556960141214500957
# Num Counters:
15
# Counter Values:
4080
20768
19500
19500
20768
4080
20300
19500
4080
19500
4880
19500
4880
5348
20768

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

