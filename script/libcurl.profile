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
145
0
0
0
145
145
0
0
0
0
0
0
145
0
0
0
0
145
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
** External Symbol **:145
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
1
2:145

Curl_alpn_to_proto_buf
# Func Hash:
952936703260338919
# Num Counters:
5
# Counter Values:
435
290
290
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
2:145
8:145

Curl_alpn_to_proto_str
# Func Hash:
234856435911442796
# Num Counters:
6
# Counter Values:
435
290
290
145
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
2:145
8:145

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
2
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
343
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
** External Symbol **:343
1
** External Symbol **:343
1
** External Symbol **:343
1
** External Symbol **:343
1
** External Symbol **:343
1
** External Symbol **:343

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
2061
15174
15174
15174
2061
0
15174
13113
0
15174
2061
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_bufq_writer:15174

Curl_bufq_read
# Func Hash:
146907617563583766
# Num Counters:
7
# Counter Values:
6452
3935
3935
3779
156
4216
398
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
31805
31805
31805
31801
32036

Curl_bufq_write
# Func Hash:
611804023095150256
# Num Counters:
8
# Counter Values:
26395
26395
26395
32648
32648
1927
1927
231
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
8
17:7915
33:5669
513:4651
129:4198
9:3617
65:214
257:85
32:46

Curl_bufq_write_pass
# Func Hash:
231012522433480609
# Num Counters:
14
# Counter Values:
2728
0
19137
18098
18098
7858
7858
17445
7858
17445
7858
0
0
1025

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
33201
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
2501
2350
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
unity_0_c.c;cf_hc_query:1015
Curl_cf_def_query:453
unity_0_c.c;cf_ip_happy_query:447
unity_0_c.c;ssl_cf_query:435

Curl_cf_def_recv
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
580
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_recv:580

Curl_cf_def_send
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
290
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_socket_send:290

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
145
145
145
145
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:145
1
** External Symbol **:145

Curl_cf_ip_happy_insert_after
# Func Hash:
342085792951419757
# Num Counters:
13
# Counter Values:
0
0
296
296
0
296
296
0
296
296
0
296
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:296
1
** External Symbol **:296
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
32341
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_recv:18413
unity_0_c.c;cf_socket_recv:13928

Curl_cf_recv_bufq
# Func Hash:
883001825899147990
# Num Counters:
7
# Counter Values:
0
20906
0
20906
13808
0
20906
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_recv:20906

Curl_cf_send
# Func Hash:
1108181536921495803
# Num Counters:
3
# Counter Values:
0
0
20535
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_send:10500
unity_0_c.c;cf_h2_send:10035

Curl_cf_send_bufq
# Func Hash:
1124680653747245318
# Num Counters:
3
# Counter Values:
0
17445
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
145
145
0
145
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:145
1
** External Symbol **:145
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
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
Curl_ossl_version:145
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
296
296
0
296
0
296
0
0
0
296
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:296
1
** External Symbol **:296
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
117
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
39162
0
39162
0
0
0
0
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
19662
19662
0
0
0
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
181872
181872
181872
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
unity_0_c.c;cw_raw_write:181872

Curl_close
# Func Hash:
893024648985298454
# Num Counters:
28
# Counter Values:
0
117
117
0
0
117
117
117
117
109
109
0
40
110
109
0
0
109
109
0
0
109
0
0
0
107
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
unity_0_c.c;ossl_close_all:117
0
1
** External Symbol **:107
0
1
** External Symbol **:117
0
0
0
0
0
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:110
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:117

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
54700
27055
26965
693
107
0
90
27350
54700

Curl_conn_cf_add
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
592
592
0
0
0

Curl_conn_cf_adjust_pollset
# Func Hash:
171629055955679421
# Num Counters:
8
# Counter Values:
62174
62157
61571
2489
1903
876
27696
62174
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
6
unity_0_c.c;cf_socket_adjust_pollset:26965
unity_0_c.c;ssl_cf_adjust_pollset:16653
unity_0_c.c;cf_h2_adjust_pollset:16346
unity_0_c.c;cf_dns_adjust_pollset:586
unity_0_c.c;cf_ip_happy_adjust_pollset:586
unity_0_c.c;cf_hc_adjust_pollset:435

Curl_conn_cf_get_alpn_negotiated
# Func Hash:
759225735470422237
# Num Counters:
9
# Counter Values:
0
0
391
391
391
0
0
0
290
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
Curl_cf_def_query:145
unity_0_c.c;cf_h2_query:145
unity_0_c.c;cf_socket_query:101

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
1419
927
0
0
0
0
1764
1764
12971
0
882
586
882
882
0
0
492
0
12971
150
0
0
0
0
50
0
0
0
1419
0
882
0
882
0
927
0
0
0
580
580
0
0
0
0
50
0
50
246
0
145
0
0
50
0
145
246
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
Curl_cf_def_query:882
0
1
unity_0_c.c;cf_dns_connect:882
5
unity_0_c.c;cf_dns_cntrl:246
unity_0_c.c;cf_socket_cntrl:246
unity_0_c.c;cf_hc_cntrl:145
unity_0_c.c;cf_h2_cntrl:145
unity_0_c.c;ssl_cf_cntrl:145
5
unity_0_c.c;cf_dns_cntrl:246
unity_0_c.c;cf_socket_cntrl:246
unity_0_c.c;cf_hc_cntrl:145
unity_0_c.c;cf_h2_cntrl:145
unity_0_c.c;ssl_cf_cntrl:145
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
2:882
0
1
2:882

Curl_conn_dns_add_addr_resolve
# Func Hash:
323068686374298187
# Num Counters:
37
# Counter Values:
0
0
296
0
0
0
0
296
296
0
0
0
0
296
0
296
0
296
296
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
296
0

Curl_conn_dns_addr_result
# Func Hash:
93478046555346492
# Num Counters:
8
# Counter Values:
296
0
296
296
296
296
296
0

Curl_conn_dns_get_ai
# Func Hash:
560555357538555227
# Num Counters:
24
# Counter Values:
0
938
1876
0
1876
642
1876
938
938
1876
642
1876
0
0
1876
0
1876
0
0
0
938
938
938
938

Curl_conn_free
# Func Hash:
261058236442544212
# Num Counters:
29
# Counter Values:
0
39324
0
19662
19662
0
0
0
17
19662
0
0
0
0
0
0
0
19662
0
0
0
0
0
0
34
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
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:17
1
** External Symbol **:34
0
0
0
1
** External Symbol **:19662

Curl_conn_get_first_socket
# Func Hash:
35093531766387533
# Num Counters:
5
# Counter Values:
586
0
586
586
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_def_query:586

Curl_conn_http_version
# Func Hash:
11256680302504498
# Num Counters:
6
# Counter Values:
20200
0
39112
18912
0
18912
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:18912

Curl_conn_meta_get
# Func Hash:
742169496063203561
# Num Counters:
5
# Counter Values:
17
312
17
295
17
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:17
1
curlx_str_key_compare:17

Curl_conn_remove_setup_filters
# Func Hash:
331865488561246671
# Num Counters:
9
# Counter Values:
0
536
1419
883
883
0
0
0
246
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
4
unity_0_c.c;cf_dns_destroy:246
unity_0_c.c;cf_setup_destroy:246
unity_0_c.c;cf_ip_happy_destroy:246
unity_0_c.c;cf_hc_destroy:145
1
** External Symbol **:883

Curl_conn_setup
# Func Hash:
574663148895119327
# Num Counters:
19
# Counter Values:
145
296
296
296
296
296
151
296
0
296
0
296
0
145
0
296
0
145
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
17
166
0
151
0
0
34
166
0
0
34
166
151
0
117
0
0
0
0
0
0
0
0
0
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
unity_0_c.c;cf_socket_shutdown:117
unity_0_c.c;ssl_cf_shutdown:50
unity_0_c.c;cf_h2_shutdown:33

Curl_conn_shutdown_once
# Func Hash:
851724502795754125
# Num Counters:
13
# Counter Values:
0
151
151
151
151
0
151
151
0
0
151
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
34
17
17
17
51
17

Curl_conn_terminate
# Func Hash:
97586033799816948
# Num Counters:
27
# Counter Values:
0
0
0
686
296
296
296
0
296
296
296
296
0
0
296
296
296
0
0
296
0
0
0
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
unity_0_c.c;cf_socket_destroy:246
unity_0_c.c;cf_h2_destroy:145
unity_0_c.c;ssl_cf_destroy:145
unity_0_c.c;cf_dns_destroy:50
unity_0_c.c;cf_setup_destroy:50
unity_0_c.c;cf_ip_happy_destroy:50
1
** External Symbol **:686

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
1865
1865
0
0
0
0
0
0
0
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
275268
0
0
0
0
19662
0
0
19662
38100
38100
0
19662
19662
0
38100
14157
0
19662
296
19662
19662
14157
5505
0
0
0
19662
0
0
0
19366
0
0
0
19662
0
0
9999
9999
0
19662
19662
0
0
19662
19662
19662
0
5505
0
39324
39324
0
19662
0
19662
0
0
0
0
0
19662
0
19662
0
0
0
0
0
0
0
19662
19662
19366
19662
0
0
0
0
0
0
19366
19662
0
0
0
0
0
0
0
0
19662
7277
296
0
0
0
0
5505
0
0
0
19366
0
0
0
0
0
19662
0
0
9999
296
4101
19662
5505
0
0
0
0
19662
0
0
0
19662
0
0
19662
0
296
0
0
0
0
0
19662
0
0
4101
19662
0
0
19662
0
0
0
0
15561
0
19662
0
19662
0
0
0
0
19662
19662
0
19662
0
0
0
0
0
19662
0
9512
19662
0
0
0
0
0
0
296
0
19662
0
0
0
19662
0
0
296
0
0
0
9512
0
19662
19662
19662
0
19662
0
296
0
0
19662
0
0
0
0
0
0
0
0
296
0
0
0
0
19662
0
19662
0
0
0
0
0
0
0
0
19662
0
19662
0
19662
0
0
0
0
0
0
0
0
0
0
19662
0
0
19662
0
0
296
19662
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
** External Symbol **:5505
0
0
0
0
1
** External Symbol **:19662
0
0
0
0
0
0
0
1
Curl_http_setup_conn:19662
0
0
0
3
unity_0_c.c;cf_socket_cntrl:19366
unity_0_c.c;cf_h2_cntrl:9367
unity_0_c.c;ssl_cf_cntrl:9367

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
19662
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
19662
4101
0
4101
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
69
296
0
69
69
296
69
227
66
69
69
66
66
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
** External Symbol **:66
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
16:66

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
69
296
296
0
0
0
296
0
69
296
0
0
227
0
69
0
69
296
0
69
69
0
296
0
0
0
0
0
0
0
0
0
0
0
0
0
296
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
4032
12123
0
12123
4032
8091
12123
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
12123
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
12090
12090
12090
0
12090
12090
0
0
0
0
12090
0
0
0
12090
0
0
0
0
0
0
0
12090
0
0
0
0
0
12090
0
0
0
12090
0
0
0
0
0
0
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
34
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
4101
0
4101
4101
0
4101
15561
4101
4101
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
unity_0_c.c;multi_done_locked:19662
0
0

Curl_cpool_find
# Func Hash:
177516632775066945
# Num Counters:
21
# Counter Values:
19366
19604
44725
4101
19662
0
4101
19654
19596
19662
4101
66
4101
15561
4101
4101
19596
0
0
0
19366
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
1
Curl_hash_str:19654
1
curlx_str_key_compare:19604
1
unity_0_c.c;url_match_conn:44725
1
unity_0_c.c;url_match_result:19662
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
19662
19662
4101
4101
19662
9
4101
4101
19662
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
4101
0
4101
4101
0
4101
0
15561
4101
4101
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
1919

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
19662
0
0
0
0
0
0
0
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
19662
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
77760
0
0
0
0
0
0
0
0
0
0
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
118432
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
17
17
17
17
17
0
17
0
0
17
0
17
0
0
0
17
0
0
0
0
0
0
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
17
17
0
0
0
0
0
1
0
0
3
1
3
3
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
0
0
0
0
0
0
0
0
0
0
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
19662
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
39098
39098
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
Curl_cwriter_def_flush:19549
unity_0_c.c;cw_out_flush:19549

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
170386
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
346
296
69
0
0
0
0
0
0
0
0
0
69
69
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
259
0
0
69
296
296
0
243
53
0
293
243
53
0
53
243
0
0
243
0
243
0
0
0
0
0
0
0
243
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
69
296
0
0
0
296
53
69
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
Curl_hash_str:293
1
curlx_str_key_compare:259
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
12385
4101
12385
0
0
0
0
0
0
0
0
0
4101
12385
12385
4101
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
47349
0
0
1919
0
75206
75206
75097
0
0
47349
0
47349
27857
47349
1919
0
109
47349
1919
75206
109
0
75097

Curl_expire_clear
# Func Hash:
631255615949378142
# Num Counters:
7
# Counter Values:
0
246
246
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
39441
39324
7588
7588
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
18200
18200
18200
18200
18200
18200
0
18200
0
18200
0
0
0
0
0
0
8275
0

Curl_failf
# Func Hash:
234856436917773685
# Num Counters:
6
# Counter Values:
162
162
162
162
162
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
33:112
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
117
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
117
936
117
0
109
0
19
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:117
1
** External Symbol **:936
0
1
curl_free:19
0
0

Curl_get_admin
# Func Hash:
567185240155380408
# Num Counters:
5
# Counter Values:
32639
32605
32605
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
30062
9512
30062
0
0
9512
9512
738
150
0
19662
9512
0
738
0
150
0
0
0
19662
0
9512
0
0
0
0
0
9512
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19662
0
0
0
0
0
0
0
0
0
9512
0
0
0
0
0
0
0
246
246
0
0
0
0
0
0
0
0
0
246
0
0
9512
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
9512
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;cf_h2_query:9512

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
18
34026
34026
0
141
34026
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:141
2
Curl_hash_str:19082
unity_0_c.c;mev_sh_entry_hash:14944
1
curlx_str_key_compare:18
0
0
1
** External Symbol **:34026
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
9:18962
4:14944
16:66
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
5785
141
141
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
14389
0
0
14389
0
879335
12385
12385
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
unity_0_c.c;dnscache_entry_is_stale:14389
0
0
0

Curl_hash_delete
# Func Hash:
1108579232148374426
# Num Counters:
7
# Counter Values:
33971
34968
34089
998
33970
18960
15010
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
2
Curl_hash_str:19145
unity_0_c.c;mev_sh_entry_hash:14944
2
curlx_str_key_compare:19027
unity_0_c.c;mev_sh_entry_compare:14944
1
unity_0_c.c;mev_pollset_dtor:18960
2
unity_0_c.c;mev_sh_entry_dtor:14944
unity_0_c.c;cpool_bundle_free_entry:66
1
** External Symbol **:33970

Curl_hash_str
# Func Hash:
146835646621254984
# Num Counters:
2
# Counter Values:
2084097
166656

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
19662
0
0
0
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
19662
0
0
0
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
117
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
246
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
145
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
246
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
145
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
145
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
145
0
145
145
145
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:145
1
** External Symbol **:145
1
unity_0_c.c;cf_h2_connect:145

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
19612
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
19662
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
1387
1387
26452
26452
26452
1387
1387
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
19662
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
36110
36110
36110
26470
9400
36110

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
26010
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
19662
19662
400
19662
0
0

Curl_init_userdefined
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
117

Curl_initinfo
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
19779
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:19779
1
** External Symbol **:19779

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
296
296
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
25365
0
0
67898
52833
67898
52833
15065
15065
15065
15065
7232
15065
0
15065
7232
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
13463
6801
0
0
13463
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
28076
67497
0
120572
0
120572
67497
120572
120572
92498
28076
67497
120572
28076
0
120569

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
88664
107849
107737
19185
88664
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:107737
1
curlx_str_key_compare:88664

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
19662
0
19662
0
0
19662
19662
0
0
0
19662
19662
0
0
0
19662
19662
0
19662
0
0
19662
0
0
0
0
0
19662
0
0
0
13173
0
0
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
12912
0
0
0
0
6124
21989
21989
0
21989
0
0
21989
13016
0
0
0
12912
12834
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
97626
0
97626
97626
0
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
215706
0
0
0
0
0
0
0
0
0
0
0
107853
107853
107853
107853
0
42691
27038
107853
23938
23938
0
0
0
0
0
26452
0
0
0
0
0
0
0
0
0
586
0
0
0
26452
26452
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
Curl_http_perform_pollset:26452
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
2:107853

Curl_multi_remove_handle
# Func Hash:
611749933375402956
# Num Counters:
54
# Counter Values:
19662
19662
19662
158546
158546
0
19662
0
0
19662
0
0
0
19662
0
19662
19662
0
0
0
19662
0
19662
19662
19662
19662
0
0
0
19062
0
0
0
0
0
19662
0
0
0
19662
0
0
0
0
0
0
0
0
0
0
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
296
296
296
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
30592
30589
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
343
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:343

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
201168
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:201168

Curl_nghttp2_malloc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
146049
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:146049

Curl_nghttp2_realloc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
293
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:293

Curl_node_take_elem
# Func Hash:
948827211985849447
# Num Counters:
7
# Counter Values:
20264
20264
11
8
13452
3
6801

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
117
117
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:117

Curl_ossl_add_session
# Func Hash:
85198689077539376
# Num Counters:
17
# Counter Values:
0
145
145
145
145
145
145
145
145
145
0
145
0
0
145
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:145
0
1
** External Symbol **:145
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
145
0
0
0
0
145
145
0
145
0
145
0
0
145
0
0
0
0
145
0
145
0
0
0
145
0
0
0
145
145
145
0
0
0
145
0
0
0
0
0
0
0
0
0
0
145
0
0
0
0
145
0
0
0
0
0
0
145
0
0
0
145
0
0
0
0
0
0
0
0
0
0
0
0
145
0
0
0
0
0
0
0
0
0
145
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
145
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
4:145

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
145
0
0
0
145
0
0
0
0
0
0
145
145
0
0
0
145
145
0
0
145
0
0
0
0
145
0
0
145
0
0
0
145
0
145
0
0
0
0
0
145
0
0
145
0
0
0
0
0
0
0
0
145
0
0
0
145
145
0
0
0
0
145
0
0
145
145
0
0
0
145
0
145
145
145
145
0
145
0
0
145
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
** External Symbol **:145

Curl_ossl_report_handshake
# Func Hash:
187771964822065315
# Num Counters:
9
# Counter Values:
145
145
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
146

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
19662
0
0
0
0
0
0
19662
19662
0
19662
0
19662
0
0
0
0
19662
0
0
0
0
19662
0
19662
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
unity_0_c.c;five_letter_scheme:9512
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662

Curl_peer_link
# Func Hash:
859921299453980761
# Num Counters:
6
# Counter Values:
119446
60756
19366
60756
19366
7844
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:7844

Curl_peer_same_destination
# Func Hash:
920543274524375027
# Num Counters:
16
# Counter Values:
130354
44725
44725
44725
402525
44725
0
44725
0
44725
0
44725
44725
44725
44725
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
30592
30592
11092
0
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
59673
59673
58986
59673
58986
59673
0
0
0
19662
19662
19662
296
246
145
19662
19662
0
0
0
0
19662
0
19662
19662
19662
0
0
0
0
19662
19662
19662
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
53719
0
53719
0
53719
0
53719
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
296
296
50
50
0
0
296
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
73944
50993
22951
50993
90
0
0
50993
0
0
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
253210
126605
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
2:126605

Curl_pollset_move
# Func Hash:
177029409564841364
# Num Counters:
4
# Counter Values:
0
215286
0
107643
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
0
1
8:107643
1
2:107643
1
2:107643

Curl_pretransfer
# Func Hash:
645342662604161570
# Num Counters:
35
# Counter Values:
15070
19662
525
19137
4877
0
0
0
19553
19553
0
14157
0
15470
19553
19553
0
0
19662
19662
19662
19662
0
0
4192
0
0
0
11516
0
0
0
0
0
4111
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
** External Symbol **:11516
1
** External Symbol **:19662
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
19662
0
19662
0
0
0
19662
19662
0
0
0
0
0
0
0
19662
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
19662
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
** External Symbol **:19662
0
0
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
** External Symbol **:19662
1
** External Symbol **:19662
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
117
109
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:117
1
** External Symbol **:117
1
** External Symbol **:117
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
19662
19553
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662

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
5473
5473
5115
5115
4315
4880
0
4880
4315
4080
4315
4880
4315
0
4880
593

Curl_req_soft_reset
# Func Hash:
845129393813294569
# Num Counters:
7
# Counter Values:
0
0
0
19662
109
19553
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19662
1
** External Symbol **:19662
0
0

Curl_req_want_send
# Func Hash:
499828440222502919
# Num Counters:
10
# Counter Values:
0
57402
57402
57402
55335
55335
55335
0
55335
1071
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_h2_query:33938
unity_0_c.c;cf_socket_query:21397

Curl_resolv
# Func Hash:
31819175002422940
# Num Counters:
8
# Counter Values:
296
296
296
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
19255
0
0
0
0
0
0
0
0
0
0
0
0
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
176818
176724
42340
42340

Curl_rlimit_drain
# Func Hash:
631255613613987857
# Num Counters:
6
# Counter Values:
31354
27630
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
36766
18567
36582
18199
18199
18199
18199

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
36766
36582
18199
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
21370
0
0
1393
0
0
0
30592
121
9400
32341
13928
0
9056
1870
32341
32341
32341
29647
21370
30471
13928
0
32341
30592
30592
10971
30471
19893
29647
1035
0
1870
9400
1393
0
11092
9400
1393
0
32341
1870
21370
30592
0
30471
19500
0
358
32341
0
19500
0
0
19100
0
0
0
9400
11970
19100
21192
0
19500
0
0
0
11092
0
0
0
0
2036
2036
0
0
0
0
2036
0
0
10971
0
2036
0
0
10971
0
0
0
12448
12448
12448
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
Curl_cf_recv:32341
0
2
unity_0_c.c;cf_h2_data_pending:9013
Curl_cf_def_data_pending:1958

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
157
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
134
134
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
168
168
168
168
168
0

Curl_socket_check
# Func Hash:
23953949299571976
# Num Counters:
14
# Counter Values:
296
0
0
296
296
0
0
0
296
0
0
0
0
246

Curl_splay
# Func Hash:
599005162861257940
# Num Counters:
10
# Counter Values:
33061
4444
11538
3738
4710
4430
3414
1129
54632
54632

Curl_splaygetbest
# Func Hash:
798733566408009235
# Num Counters:
4
# Counter Values:
0
14294
0
0

Curl_splayinsert
# Func Hash:
694937219398026839
# Num Counters:
6
# Counter Values:
1589
8896
3324
9304
2630
2942

Curl_splayremove
# Func Hash:
650973719721673818
# Num Counters:
9
# Counter Values:
3162
18199
18199
18199
18199
2128
1196
4166
10709

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
16653
5141
5141
5141
0
0
5141
0
0
0
0
0
0
5141
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_query:4851
unity_0_c.c;cf_ip_happy_query:290

Curl_ssl_config_cleanup
# Func Hash:
37244240762726503
# Num Counters:
2
# Counter Values:
39558
592
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592
1
** External Symbol **:592

Curl_ssl_easy_config_complete
# Func Hash:
790542752406221852
# Num Counters:
25
# Counter Values:
19662
19662
19662
19662
19662
0
0
19662
19662
19662
0
0
0
0
0
0
0
0
0
0
0
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
19896
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
145
145
145
145
145
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
** External Symbol **:145
1
** External Symbol **:145

Curl_ssl_peer_init
# Func Hash:
157205121510019934
# Num Counters:
20
# Counter Values:
0
0
0
145
145
0
145
145
145
0
0
145
0
0
0
0
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
145
0
145
0
145
145
0
0
0
0
0
0
145
0
145
0
0
0
0
0
0
0
0
0
145
0
0
0
0
145
0
0
145
0
145
145
145
145
145
145
145
0
145
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:145

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
28076
28076
0

Curl_ssl_scache_lock
# Func Hash:
218421989951203535
# Num Counters:
5
# Counter Values:
434
434
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
144
0
0
0
0
289
144
0
0
0
144
0
144
0
289
0
0
0
0
0
0
289
0
289
0
289
0
0
0
0
0
0
0
0
0
0
0
0
0
289
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
unity_0_c.c;cf_ssl_scache_session_ldestroy:144
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
144
0
0
145
144
144
144
1
144
1
0
0
0
0
0
0
145
0
0
0

Curl_ssl_scache_unlock
# Func Hash:
264495438346943122
# Num Counters:
5
# Counter Values:
434
434
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
145
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
** External Symbol **:145
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
435
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
144
0
145
145
144
145
144
1
144
144
1
0
0
1
145
144
144
0
0
0
0
0
0
1
144
0
1
0
144
0
0
1
0
1
144
145
0
1
0
144
0
0
1
1
1
144
0
0
0
0
1
1
144
0
144
0
0
0
1
1
0
145
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
145
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
1
Curl_hash_str:144
1
curlx_str_key_compare:144
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
2
0
0
2
2
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
5
5
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
9077
9077
9077
9077
9077
36664
9077
36664
36662
9077

Curl_timeouts_remove_expired
# Func Hash:
287486628366411123
# Num Counters:
6
# Counter Values:
56037
14294
56037
0
14294
14294

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
936
117
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:936
0

Curl_u8_strset_get
# Func Hash:
567185242101566373
# Num Counters:
5
# Counter Values:
1014812
911080
785210
950803
125870

Curl_u8_strset_setn
# Func Hash:
237007508070545550
# Num Counters:
12
# Counter Values:
59025
59025
39433
0
0
0
19592
1601
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
** External Symbol **:19592
0
0
0

Curl_u8_strset_setx
# Func Hash:
547916287368947546
# Num Counters:
6
# Counter Values:
7036
7036
7036
7036
3893
6818
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:7036
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
33:4237
17:1270
3:1095
32:216

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
9135
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
1
** External Symbol **:145

Curl_uint32_hash_remove
# Func Hash:
927641509699465113
# Num Counters:
7
# Counter Values:
9437
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
134
9400
9400
0
145
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
** External Symbol **:145
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
12912
12912
21989
32258
12912
21989
21989
8979
98

Curl_uint32_tbl_add
# Func Hash:
93478047811289973
# Num Counters:
7
# Counter Values:
50
154
19665
19665
19665
19508
157

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
33784
67444
65125
65125
33833
36662
33833
20282
8181
33784
0
8181
8181
33833
33833
17471
0
8181
17471
33833
0
0
0
0
0
0
0
0
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
** External Symbol **:33833

Curl_url_get_port
# Func Hash:
402209681762251144
# Num Counters:
7
# Counter Values:
0
19662
0
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
641
0
0
0
0
0
0
0
641
0
0
0
40
0
0
5134
2267
2867
0
18820
34505
17967
981
1282
0
20448
0
0
0
641
0
0
641
0
960
0
0
40
0
960
0
4192
0
0
16256
0
0
0
16538
0
109
0
0
0
0
0
0
0
0
0
525
0
40
0
0
16256
40
4192
0
0
0
0
0
0
109
0
0
109
0
109
0
0
109
0
0
0
0
0
109
0
0
0
0
109
0
0
109
0
0
0
109
0
0
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
1361
109
0
0
2267
17967
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
curl_free:525
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
2
2
2
2
0
2

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
294
294
294
196
196
98
49
49
49
49
49
49
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_cwriter_def_flush:49
3
unity_0_c.c;cf_h2_cntrl:98
unity_0_c.c;ssl_cf_cntrl:98
unity_0_c.c;cf_socket_cntrl:98

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
20535
0
20304
231
20535
20304
20535
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_cf_send:20535

Curl_xfer_write_resp
# Func Hash:
1107865779519014254
# Num Counters:
11
# Counter Values:
0
36110
36110
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
Curl_http_write_resp:36110

all.c;add_hd_table_incremental
# Func Hash:
489294129746477938
# Num Counters:
16
# Counter Values:
0
34707
34707
0
0
0
0
38924
38924
0
0
38924
38924
0
744
2
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_free:34707
1
Curl_nghttp2_malloc:38924
0
0
0

all.c;bubble_down
# Func Hash:
872112802933277744
# Num Counters:
5
# Counter Values:
2761
278
132
2478
112
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
all.c;stream_less:278

all.c;buf_chain_new
# Func Hash:
238891943924661986
# Num Counters:
3
# Counter Values:
145
145
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:145
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
12383
0
12383
2240
10143
2240
12383
743
200
743
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
1:10143
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
118262
0
0
0
12385
0
1684
12385
0
0
12385
0
12385
10701
10701
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
1:12385
3
2:1500
3:183
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
4217
290
290
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_free:4217
1
Curl_nghttp2_free:290

all.c;hd_context_init
# Func Hash:
515008863479825068
# Num Counters:
5
# Counter Values:
2030
290
290
290
290
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_malloc:290

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
75045
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
8311
48
10411
10411

all.c;map_resize
# Func Hash:
303805473838975621
# Num Counters:
6
# Counter Values:
1216
1011
198
198
198
53
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_calloc:198
1
Curl_nghttp2_free:198

all.c;nghttp2_session_mem_send_internal
# Func Hash:
439301976779459750
# Num Counters:
195
# Counter Values:
0
0
0
17735
0
18804
0
49769
0
51732
71540
0
145
17735
0
32928
145
0
0
0
0
0
438
0
36684
16696
15794
0
0
16696
0
0
290
0
0
33
18949
0
0
0
0
15794
3818
0
12878
0
0
290
4256
0
0
0
0
0
15794
0
0
145
0
0
9400
0
0
0
0
0
0
33
9400
0
0
0
18949
3155
0
4256
0
0
0
0
0
4216
9400
0
0
18804
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
3010
3010
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
3010
0
0
0
0
0
0
0
0
0
0
0
0
0
0
3010
0
3818
398
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
398
0
0
0
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
15794
15794
0
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
Curl_nghttp2_free:398
0
0
0
0
1
Curl_nghttp2_free:15794
1
Curl_nghttp2_free:15794
0
0
0
0
0
0
1
Curl_nghttp2_free:145

all.c;nghttp2_session_predicate_data_send
# Func Hash:
117630496074160851
# Num Counters:
11
# Counter Values:
6034
6034
6034
6034
6034
0
6034
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
12878
2040
0
16696
0
12878
12878
3818
12878
3818
3818
2040
1778
1778
3818
2040
2040
9400
33
0
33
3010
9400
9400
2040
33
3010
3010
9400
0
0
0
3010
145
0
0
0
0
0
9400
0
3010
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
145
0
3010
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
unity_0_c.c;on_frame_send:12878

all.c;session_after_frame_sent2
# Func Hash:
104006292931022526
# Num Counters:
13
# Counter Values:
9400
9400
12878
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
Curl_nghttp2_free:12878
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
33
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
13170
0
1856
0
24901
0
0
290
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
Curl_nghttp2_free:290
1
Curl_nghttp2_free:290
0
0
0
0
1
Curl_nghttp2_free:24901

all.c;session_is_closing
# Func Hash:
798733566286468839
# Num Counters:
5
# Counter Values:
67281
67281
67281
0
10815

all.c;session_new
# Func Hash:
74680660248082064
# Num Counters:
42
# Counter Values:
0
1160
145
0
0
145
0
145
0
0
0
0
0
0
0
0
0
0
0
145
0
0
0
145
0
0
0
0
145
0
145
145
0
0
0
145
0
145
145
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
Curl_nghttp2_calloc:145
0
1
Curl_nghttp2_free:145
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
17:145

all.c;session_ob_data_push
# Func Hash:
844982796995757635
# Num Counters:
4
# Counter Values:
2478
83
0
2478

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
32780
0
24804
17817
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
395
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
109
109
109
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
30062
30062
30062
30062
0
30062
30062

curl_easy_init
# Func Hash:
11922953888462045
# Num Counters:
6
# Counter Values:
0
0
117
0
0
117

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
1919
1919
1919
1919
1919
0
1919
0
1919
49
1919
49
1919
0
1919
1919
1919
0
0
49
49
49
49
1919
0
0
0
1845
49
1919
49
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_creader_def_is_paused:1919

curl_easy_setopt
# Func Hash:
391331303571270679
# Num Counters:
7
# Counter Values:
43116
43116
43116
43116
0
43116
43116

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
5505
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5505

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
39925

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
51605

curl_multi_add_handle
# Func Hash:
93478049057373982
# Num Counters:
8
# Counter Values:
19662
19662
19662
19662
19662
19662
19662
19662

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
53075
53075
53075
53075
19662
19662
53075
19662
53075
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
19662
19662
19662
19662
19662
19662
19662
19662

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
95
95
95
95
95
95
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
81
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
81
0
0
0

curl_multi_socket_action
# Func Hash:
1096621588420153670
# Num Counters:
6
# Counter Values:
28070
28070
28070
28070
28070
28070

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
1
0
0
2
2
1
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
146393205785219334
# Num Counters:
3
# Counter Values:
0
39925
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
51767
0
51767

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
983
983
983
342
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:983
1
** External Symbol **:983
0

curl_slist_free_all
# Func Hash:
1124236338567769002
# Num Counters:
3
# Counter Values:
342
859
1500
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:983
1
** External Symbol **:983

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
525
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:525

curl_url_cleanup
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
5614
525
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:525

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
14157
0
14157
0
0
0
14157
14157
0
0
14157
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
11
1
** External Symbol **:14157
1
** External Symbol **:14157
0
0
0
1
** External Symbol **:14157
1
** External Symbol **:14157
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
177559
177559
0
177559
20263
0
0
62986
0
62986
62986
62986
62986
0
0
62986
19662
19662
19662
0
20263
19662
19662
19662
19662
19662
19662
0
43324
4000
4000
16263
20263
0
0
0
0
0
0
20263
0
0
0
0
0
0
0
20263
0
0
0
0
20263
20263
0
20263
0
20263
0
0
0
20263
0
0
0
0
0
20263
0
0
0
0
20263
20263
0
0
50
0
0
0
0
0
0
20263
20263
0
20263
20263
20263
20263
20263
20263
20263
20263
0
0
50
16263
20263
0
0
0
19662
19662
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
unity_0_c.c;five_letter_scheme:9812
1
** External Symbol **:20263
1
** External Symbol **:62986
0
1
** External Symbol **:19662
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
7
9:20463
6:18811
4:10150
5:9512
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
7232
0
0
0
0
0
0
7232
0
0
0
0
0
7232
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7232
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
9
9
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
94137
0
94137

curlx_dyn_vprintf
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
94137
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
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
413
413
296
296

curlx_pnow
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
830965

curlx_str_key_compare
# Func Hash:
298789182569385415
# Num Counters:
3
# Counter Values:
128269
53
128269
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
3
9:107641
16:20209
17:419

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
49
9404
49
9404
49
49

nghttp2_buf_reserve
# Func Hash:
491275434802927080
# Num Counters:
3
# Counter Values:
145
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_nghttp2_realloc:145

nghttp2_bufs_init3
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
145
145
145

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
33363
0
33363
33363
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
33
0
33
33
0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:33

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
435
290
290

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
41096
0
0
42499
1403
14000
42499
0
42499
1999
0
59156
42256
62743
50560
32500
0
1999
18117
1999
69540
41097
12384
59156
0
69540
41096
12383
71340
0
9400
1
59156
0
9400
744
744
0
0
1
9400
0
0
743
0
744
0
744
1
1
0
0
744
744
0
59900
1
744
1
0
0
0
241
241
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_malloc:1
1
Curl_nghttp2_malloc:744
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
9:20509
17:9255
3:8939
16:3354
4:199
4
5:9400
3:7176
4:1501
9:40
1
1:59156
1
7:1
5
9:291
3:161
16:146
17:145
4:1

nghttp2_hd_entry_free
# Func Hash:
303805473036068272
# Num Counters:
7
# Counter Values:
38924
38924
38924
38924
1
38924
1
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_free:38924
1
Curl_nghttp2_free:1

nghttp2_hd_entry_init
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
38924
1
38924

nghttp2_hd_huff_decode
# Func Hash:
619802541842842986
# Num Counters:
6
# Counter Values:
401320
277360
266320
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
114709
18069
6901
18069
0
6901
10701
0
10701
10127
10701
0
10127

nghttp2_hd_inflate_free
# Func Hash:
303805473036068272
# Num Counters:
7
# Counter Values:
145
0
0
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
145
145

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
38934

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
435
435
0
0
145
145
0
290

nghttp2_map_find
# Func Hash:
844982798936576731
# Num Counters:
4
# Counter Values:
96724
353880
339938
294312

nghttp2_map_insert
# Func Hash:
631255616415703699
# Num Counters:
6
# Counter Values:
198
9202
198
0
0
145

nghttp2_map_remove
# Func Hash:
1096621589247545178
# Num Counters:
5
# Counter Values:
7614
56
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
145

nghttp2_option_new
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
145
0

nghttp2_option_set_no_auto_window_update
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

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
49157
30712
0
33
290
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
Curl_nghttp2_free:290
0
1
Curl_nghttp2_free:33
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
117
39
2478
2478
148
148
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_realloc:148
1
all.c;stream_less:117

nghttp2_pq_remove
# Func Hash:
927641508448978740
# Num Counters:
7
# Counter Values:
0
0
2478
0
2478
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
33
0
33
33
0
0
33
33
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
Curl_nghttp2_malloc:33
1
Curl_nghttp2_malloc:33
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:33

nghttp2_session_add_item
# Func Hash:
746321609765961919
# Num Counters:
29
# Counter Values:
290
20844
20844
0
2040
0
290
0
2040
0
10069
0
0
0
0
33
145
8880
0
0
0
0
2040
9400
0
0
0
145
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
435
435
0
0
290
0
435
145
145
290
145
145
145
145
145
0
145
0
0
0
145
145
145
145
145
0
145
0
145
0
145
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
12
1
Curl_nghttp2_malloc:290
1
Curl_nghttp2_malloc:145
0
1
Curl_nghttp2_malloc:145
1
Curl_nghttp2_malloc:145
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
17:145
1
17:145

nghttp2_session_add_window_update
# Func Hash:
238891943924661986
# Num Counters:
3
# Counter Values:
18949
18949
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_nghttp2_malloc:18949
0

nghttp2_session_callbacks_del
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_new
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
145
0

nghttp2_session_callbacks_set_error_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_begin_headers_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_data_chunk_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_frame_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_frame_send_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_header_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_invalid_frame_recv_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_on_stream_close_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_callbacks_set_send_callback
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

nghttp2_session_check_request_allowed
# Func Hash:
1124680650843380658
# Num Counters:
4
# Counter Values:
32608
32608
32608
32608

nghttp2_session_client_new3
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
145
145

nghttp2_session_close_stream
# Func Hash:
806849076577555675
# Num Counters:
15
# Counter Values:
11256
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
1160
0
0
0
0
145
0
0
0
0
0
145
145
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
Curl_nghttp2_free:1160
0
0
1
Curl_nghttp2_free:145
0
0
0
1
Curl_nghttp2_free:145
1
Curl_nghttp2_free:145
1
Curl_nghttp2_free:145
1
Curl_nghttp2_free:145

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
145
145
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
989

nghttp2_session_get_stream_effective_local_window_size
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
9498
9453
9453
9453
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
989
986
986
986
0

nghttp2_session_get_stream_user_data
# Func Hash:
607699198645953397
# Num Counters:
5
# Counter Values:
118032
116176
116176
116176
0

nghttp2_session_mem_recv
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
13808

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
145
145
145
0
0
0
0
0
0
0
0
1856
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
13808
435
0
0
0
0
56100
0
13808
0
0
0
24466
0
0
0
580
0
0
0
0
0
9400
0
0
0
145
56100
145
0
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
435
0
2041
145
0
9400
0
0
0
0
0
0
0
13808
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
290
0
9400
0
24611
0
0
435
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
290
290
0
0
15211
0
0
435
0
0
0
0
0
0
1856
185
0
9400
0
1856
185
0
145
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
290
0
0
0
0
0
0
0
0
0
0
0
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
290
0
0
0
0
15211
0
9400
0
0
0
15211
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
145
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
145
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
145
0
240
0
14740
0
0
145
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
28947
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
17
0
1
Curl_nghttp2_malloc:145
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
9:145
1
9:24466
1
4:2041
1
6:435
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
1856
1856
0
0
0
1856
1856
0
1856
0
1856
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
unity_0_c.c;on_frame_recv:1856

nghttp2_session_on_settings_received
# Func Hash:
274380841731031741
# Num Counters:
48
# Counter Values:
435
2320
2320
145
145
145
0
145
0
145
0
0
145
145
0
0
0
145
0
0
0
145
0
0
145
0
0
0
0
0
145
0
0
145
145
145
145
145
0
0
0
145
0
145
145
145
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
Curl_nghttp2_free:145
1
Curl_nghttp2_free:145
1
unity_0_c.c;on_frame_recv:145
1
unity_0_c.c;on_frame_recv:145

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
145
0
40
0
145
145
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
unity_0_c.c;on_frame_recv:145
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
398
0
0
0
4216
0
4216
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
unity_0_c.c;req_body_read_callback:4216
0

nghttp2_session_pop_next_ob_item
# Func Hash:
950994590521164121
# Num Counters:
12
# Counter Values:
18804
163200
290
4256
290
18982
32460
8913
32460
9400
4256
9400

nghttp2_session_resume_data
# Func Hash:
1011877328048128722
# Num Counters:
9
# Counter Values:
9844
444
444
444
444
400
398
0
400

nghttp2_session_send
# Func Hash:
303805471521369781
# Num Counters:
5
# Counter Values:
0
17880
18804
1025
1025
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
unity_0_c.c;send_callback:17880

nghttp2_session_set_local_window_size
# Func Hash:
1085769280073577450
# Num Counters:
17
# Counter Values:
9643
9498
9453
9453
145
9453
9404
145
49
0
9404
145
9400
145
4
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
1
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
145
435
435
145
0
2320
2320
146
146
0
145
145
145
0
0
0
0
145
0
145
145
0
0
145
145
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
14744
14744
0
5584
0
0
0
0
0
14744

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
26593
26593
66

nghttp2_session_want_write
# Func Hash:
414921810197215612
# Num Counters:
10
# Counter Values:
43637
0
63539
63539
425712
425356
62474
62184
356
9399

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
33
33

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
145

nghttp2_submit_window_update
# Func Hash:
438284564633355196
# Num Counters:
11
# Counter Values:
0
0
9449
9449
9404
9404
0
9404
9404
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

unity_0_c.c;addbyter
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
389404
389404

unity_0_c.c;alloc_addbyter
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
3120448
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
145
145
145
145
145
145
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
692
692
296

unity_0_c.c;cf_bufq_writer
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
15174
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_send:15174

unity_0_c.c;cf_ctx_free
# Func Hash:
674753038077873270
# Num Counters:
4
# Counter Values:
0
0
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:145
0
0
1
** External Symbol **:145
1
** External Symbol **:145

unity_0_c.c;cf_ctx_new
# Func Hash:
811457891415773829
# Num Counters:
3
# Counter Values:
145
145
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:145
1
** External Symbol **:145
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
586
586
0
0
0
0
0
0
0
0
0
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
592
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
296
882
0
246
0
0
0
882
882
0
246
0
0
882
296
882
0
0
0
296
882
0
296
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
296
832
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
2
unity_0_c.c;cf_hc_connect:580
unity_0_c.c;cf_setup_connect:302

unity_0_c.c;cf_dns_create
# Func Hash:
991954584757148354
# Num Counters:
21
# Counter Values:
0
296
296
296
0
296
296
0
0
0
0
0
0
0
0
0
0
0
0
0
296
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:296
1
** External Symbol **:296

unity_0_c.c;cf_dns_ctx_destroy
# Func Hash:
742169494400981013
# Num Counters:
5
# Counter Values:
296
296
296
296
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:296

unity_0_c.c;cf_dns_destroy
# Func Hash:
287486627973209530
# Num Counters:
7
# Counter Values:
0
0
296
296
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
296
0
0
296
0
296
0
0
0
0
0
0
0
0
0
0
0
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
16383
16346
16346
0
16346
16346
16346
989
989
15579
0
16346
0
15539
989
15579
0
0
16346
0
0
16346
16342
989
16342
16124
807
807
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cf_h2_query:16346

unity_0_c.c;cf_h2_body_send
# Func Hash:
446858650543809812
# Num Counters:
21
# Counter Values:
0
9804
0
0
10035
0
0
9804
0
0
9804
0
9400
404
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
104
376
0
29033
0
0
0
145
98
9512
366
98
98
366
358
358
98
366
0
358
0
8
8
145
98
8
0
98
358
145
0
98
145
98
0
0
0
145
49
0
0
49
0
49
0
0
49
44
98
49
0
0

unity_0_c.c;cf_h2_connect
# Func Hash:
534244202175811849
# Num Counters:
53
# Counter Values:
0
145
0
0
0
0
145
0
145
0
0
0
145
0
0
145
0
145
0
0
0
0
0
0
145
0
0
145
145
145
0
0
0
0
145
145
0
0
0
0
0
0
0
0
0
0
0
0
0
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
479
145
145
145
145
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
** External Symbol **:479
1
** External Symbol **:145
1
** External Symbol **:145

unity_0_c.c;cf_h2_data_pending
# Func Hash:
264495434239833410
# Num Counters:
5
# Counter Values:
21227
25355
25355
25355
21227
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:25355

unity_0_c.c;cf_h2_destroy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
145
145

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
34558
98011
43696
18912
0
68262
0
0
43696
1437
9400
0
1437
32867
0
43696
9400
0
9400
0
0
34296
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_query:68262

unity_0_c.c;cf_h2_recv
# Func Hash:
657568767936689337
# Num Counters:
33
# Counter Values:
18413
0
0
18481
0
0
18413
18413
18413
0
0
18413
16492
501
0
0
0
0
0
358
0
16492
358
0
358
0
0
358
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
148
0
10035
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
775
0
0
0
0
0
10035
635
10035
0
9890
10035
9400
9400
0
0
71540
10035
0
9400
635
0
635
0
0
0
0
635
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
33
33
33
33
33
33
33
0
0
33
0
0
33
33
33
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
115243
111466
111466
0
0
18199
49
18199
0
49
9449
9449
0
0
0
0
0
0
18199

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
435
435
435
435
435
435
0
0
0
435

unity_0_c.c;cf_hc_baller_assign
# Func Hash:
798733567464660133
# Num Counters:
5
# Counter Values:
0
145
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
290
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
580
0
0
580
145
0
145
0
0
580
0
145
0
0
0
435
0
0
145
145
0
145
0
0
0
0
0
0
0
0
0
580
0
0
0
0
145
0
0
0
0
0
580
0
0
0
0
0
0
0
0
0
580
0
0
0
0
0
0
0
145
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
unity_0_c.c;cf_setup_connect:580
0
0

unity_0_c.c;cf_hc_ctx_destroy
# Func Hash:
1123877647533110962
# Num Counters:
8
# Counter Values:
0
145
0
290
145
145
145
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
** External Symbol **:145

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
145
145
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
290
290
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
580
435
435
435
1015
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
Curl_cf_def_query:435
0

unity_0_c.c;cf_hc_set_baller2
# Func Hash:
920543276744507946
# Num Counters:
19
# Counter Values:
145
0
0
0
0
145
145
0
0
145
145
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
592
592
592
50
542
0
246
592
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
unity_0_c.c;cf_tcp_connect:592
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
888
296
0
296
296
0
296
296
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
** External Symbol **:296

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
296
296
586
296
296
0
0
0
296

unity_0_c.c;cf_ip_happy_connect
# Func Hash:
1031188034437102102
# Num Counters:
197
# Counter Values:
0
0
542
50
0
0
0
0
296
0
296
0
0
0
0
0
0
0
0
0
0
0
0
0
296
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
296
592
0
0
0
0
0
0
0
592
0
0
0
0
0
0
296
0
0
296
50
0
50
0
346
296
296
296
296
542
0
296
0
296
50
246
346
296
296
0
0
50
0
0
296
0
0
0
0
296
296
0
246
346
0
0
0
0
0
296
50
0
0
296
296
0
0
0
0
0
50
0
246
0
0
0
296
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
296
0
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
346
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
296
0
296
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
** External Symbol **:296
1
Curl_cf_tcp_create:296
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
16:296

unity_0_c.c;cf_ip_happy_ctx_clear
# Func Hash:
322524227734459532
# Num Counters:
12
# Counter Values:
50
838
838
296
296
0
296
296
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
296
296
296
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
** External Symbol **:296

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
1027
0
0
580
0
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
unity_0_c.c;cf_socket_query:580

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
586
0
0
0
0
0
0
0
0
0
0
0
0
0
0
296
1027
687
296
0
0
1027
977
391
0
0
0
0
0
391
246
0
0
0
296
296
0
0
0
0
0
0
391
0
0
0
0
0
0
0
0
0
391
0
0
296
0
246
0
0
296
0
0
0
0
0
0
391
0
296
0
0
296
0
0
0
0
0
0
0
391
0
0
0
0
0
0
0
725
725
580
0
296
391
246
145
882
0
0
0
0
0
0
0
0
0
391
0
0
0
0
0
0
0
0
0
0
0
0
246
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
145
0
145
0
0
145
0
0
0
0
0
0
0
145
0
0
0
0
0
0
0
0
246
0
0
0
0
0
0
0
0
0
0
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
2
unity_0_c.c;cf_ip_happy_connect:592
unity_0_c.c;ssl_cf_connect:435
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
296
296
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
** External Symbol **:296

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
26965
0
0
296
26669
296
290
0
290
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
59068
246
19366
246
0
246
19366
246
246
246
19366
246
246
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
296
296
296
246
296
246
296
0
246
161
0
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
** External Symbol **:161
1
** External Symbol **:296

unity_0_c.c;cf_socket_open
# Func Hash:
74796496485015571
# Num Counters:
147
# Counter Values:
296
296
0
0
0
296
0
0
0
0
0
0
0
0
296
0
0
0
0
0
0
0
0
0
296
296
0
0
0
0
0
0
0
0
0
0
0
296
0
0
0
296
0
296
0
296
0
0
296
0
0
0
0
0
0
0
296
0
0
0
0
0
0
0
296
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
296
0
0
0
0
0
0
0
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
84147
21487
0
0
0
0
0
0
0
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
9413
0
0
28677
28677
19264
9413
246
0
0
0
0
19264

unity_0_c.c;cf_socket_send
# Func Hash:
783548773866669153
# Num Counters:
12
# Counter Values:
0
2061
0
0
26011
26011
2061
0
0
0
0
23950

unity_0_c.c;cf_socket_shutdown
# Func Hash:
331779889661743394
# Num Counters:
11
# Counter Values:
0
0
117
117
117
117
117
0
117
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
289
289
288
289
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
145
145
145
0
145
145
145
145
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:145

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
432
0
50
432
0
0
434
434
0
0
2
434
2
0
0
0
0
432
0
0
0
0
0
0
0
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
145
0
0
0
0
145
0
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
580
145
145
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
29668
0
29668
29668
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
432
432
432
0
0

unity_0_c.c;cf_ssl_scache_session_ldestroy
# Func Hash:
927006190477508607
# Num Counters:
1
# Counter Values:
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:145
1
** External Symbol **:145
1
** External Symbol **:145
1
** External Symbol **:145

unity_0_c.c;cf_tcp_connect
# Func Hash:
931949713080059142
# Num Counters:
51
# Counter Values:
0
296
0
0
0
0
0
0
0
0
0
0
592
0
296
50
0
246
50
50
50
0
50
246
0
0
0
0
50
0
0
296
50
0
0
296
0
0
296
0
0
0
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
592
0
592
0
0
592
0
0
0
0
592
592
0
0
0
592
0
592
0
592
0
592
0
592
0
592
0
592
0
592
0
592
0
592
592
0
592
0
592
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
** External Symbol **:592
0
0
0
0
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
246
246
246
0
0
0
0
0
0
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
66
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:66

unity_0_c.c;cpool_conn_close
# Func Hash:
44969476528973472
# Num Counters:
22
# Counter Values:
262
262
262
0
262
0
262
0
0
0
0
0
0
0
0
0
0
0
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
296
162
134
279
17
0
0
0
0
162
0
279

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
536
592
584
66
526
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
Curl_hash_str:584
1
curlx_str_key_compare:536

unity_0_c.c;cpool_foreach
# Func Hash:
714500945086202587
# Num Counters:
12
# Counter Values:
0
1
48
55
41
1
1
9
0
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
unity_0_c.c;cpool_reap_dead_cb:48

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
2662
0
0
0
42
34
34

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
48
1
0
1

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
296
296
296
296
0
66
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
17
0
0
17
0
3
1
1
1
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

unity_0_c.c;cshutdn_run_conn_handler
# Func Hash:
1138669268690127323
# Num Counters:
5
# Counter Values:
447
296
296
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
134
117
151
0
151
0
134
151
0
0
151
0
117

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
35870
0
146002
146002
0
0
35870
0
26470
0
35870
0
28220
9400
0
35870
0
0
0
35870
0
0
0
0
9200
0
0
0
35870
35870
0
0
0
0
0
0
0
0
0
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
unity_0_c.c;cw_out_write:35870

unity_0_c.c;cw_out_append
# Func Hash:
204239780122133631
# Num Counters:
14
# Counter Values:
0
0
3675
0
3724
3724
0
3724
3675
49
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
** External Symbol **:49

unity_0_c.c;cw_out_cb_write
# Func Hash:
883700820550696558
# Num Counters:
29
# Counter Values:
0
0
0
168797
170067
170067
170067
170067
168797
0
170067
170067
0
0
0
0
49
0
170018
170067
0
49
0
0
0
0
0
0
49
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
** External Symbol **:146002
** External Symbol **:24065

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
39049
39049
39049
49
49
0
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
49
178197
0
49
0
181872
3675
0
3675
0
178197
3675
178197
49
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
19549

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
3724
3724
49
49
49
0
49
0
49
49
0
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:49
1
** External Symbol **:49
1
** External Symbol **:49
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
32244
170067
170067
170018
178246
24065
170067
24016
0
178246
0
32244
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
181872
146002
146002
181872
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
181872
181872
35870
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;cw_download_write:181872

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
2792
0
349
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
14632
14632
14632
0
14632
12749

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

unity_0_c.c;dollarstring
# Func Hash:
607699198740807387
# Num Counters:
5
# Counter Values:
185572
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

unity_0_c.c;dyn_nappend
# Func Hash:
1143786699007275794
# Num Counters:
9
# Counter Values:
63883
0
3706264
3569905
3706264
136359
200203
116859
0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
1
** External Symbol **:200203
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
17
1:3247706
2:170800
9:89972
17:79716
6:56360
3:19400
4:18160
33:10998
7:9400
513:2644
32:360
8:300
65:223
16:120
5:60
129:37
257:8

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
23211
0
0
23211
0
0
0
0
23211
0
0
0
23211

unity_0_c.c;formatf
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
515045
88897
0
14226
4130
14226
0
0
0
18356
0
0
407792
0
0
0
407792
0
511276
511276
0
0
1026321
511276
0
0
0
0
515045
515045
515045
0
0
0
0
0
0
0
0
0
0
0
607545
607545
515045
0
515045
0
515045
185572
515045
0
4130
0
0
0
515045
515045
195355
0
515045
0
2609101
2609101
0
2609101
0
0
185572
0
515045
0
18356
88897
0
515045
0
0
0
0
185829
0
0
0
0
0
13092
1134
185829
0
0
0
0
0
0
92500
515045
0
0
0
0
0
0
0
185829
407792
0
0
0
0
0
92500
18356
0
0
88897
0
0
0
0
0
0
0
0
0
0
0
0
515045
0
0
0
0
0
0
0
0
205012
202780
4080
50
0
0
0
0
88897
0
0
0
407792
0
0
212962
0
0
0
0
0
0
0
0
0
0
14226
88897
88897
0
0
0
0
0
0
0
0
0
0
0
0
515045
0
0
0
0
0
0
0
0
0
0
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
unity_0_c.c;alloc_addbyter:355698
unity_0_c.c;addbyter:155578
0
0
2
unity_0_c.c;alloc_addbyter:2513639
unity_0_c.c;addbyter:95462
0
0
0
0
0
0

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
24382
0
0
0
0
0
0
24382
0
0
0
0
0
0
0
24382

unity_0_c.c;fputc_wrapper
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
0

unity_0_c.c;free_urlhandle
# Func Hash:
1140501263362254951
# Num Counters:
2
# Counter Values:
28020
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020
1
** External Symbol **:28020

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
54108
19868
4784
1340
32723
34240
1927
30221
96
30700
479
96
479
96
479
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:479
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
13808
0
0
13808
13808
0
0
13808
0
13808
0
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
48919
47894
19829
0
29002
29090
29090
28904
0
28945
28904
0
186
29090
28945
0
28904
145
0
0
0
0
0
0
0
28904
28904
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
30399
0
0
0
0
0
0
0
0
0
30300
13808
13808
7098
30300
30300
13808
13808
30300
0
0
0
0
16492
30300
16492
0
0
7098
0
0
0
0
16492
0
0
0
0
0
0
0
0
0
0
0
0
9394
0
0
0
0
9394
0
0
0
0
0
0
0
0
0
0
0
0
0
22821
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ssl_cf_data_pending:9394

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
592
296
0
0
296
0
0
0
0
296
0
0
243
0
53
296
243
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
9437
0
0
9512
9512
9400
9512
112
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
134
9400
9255
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
1

unity_0_c.c;inet_ntop4
# Func Hash:
2202714313002754
# Num Counters:
2
# Counter Values:
1134
1134
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
9:1134

unity_0_c.c;inet_pton4
# Func Hash:
403434654225014333
# Num Counters:
12
# Counter Values:
4152
2076
2076
4152
4152
692
2768
692
692
1384
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
9367
0
9367
9367
9367
0
0
0
0
0
0
0
0
0
0
9367
0
0
0
9367
0
0
0
0
9367
0
0
9367
9367
0
9367
9367
9367
0
9367
9367
0
9367
9367
0
0
9367
0
0
9367
0
0
0
9367
9367
9367
0
0
9367
9367
9367
9367
0
9367
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
22072
88288
9467
0
0
0
0
0
0
0
216322
216322
0
22072
35955
0
0
0
0
0
0
0
50899
22072
0
0
34
50899
0
50899
109880
37890
0
14944
22239
22072
109880
0
0
17
14944
35955
28660
22222
14944
35955
14944
312
0
0
22239
17
22222
14944
0
0
22072
107849
0
22072
312
107849
0
14777
7295
0
0
17
0
22072
22072
0
312
0
17
0
18945
107643
0
22072
0
7295
18945
0
0
0
0
7295
0
0
0
0
0
0
0
0
312
19480
0
0
0
50899
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
** External Symbol **:17
0
1
** External Symbol **:18945
0
1
** External Symbol **:14944
0
0
0
0
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
4
1
2:108161
1
2:17
1
2:18945
1
2:108161

unity_0_c.c;mev_forget_socket
# Func Hash:
821286405226056641
# Num Counters:
21
# Counter Values:
0
0
14944
15073
0
14944
14944
14944
14944
14944
14944
14944
0
14944
14944
0
0
0
14944
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:14944

unity_0_c.c;mev_pollset_dtor
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
18962
18962
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:18962

unity_0_c.c;mev_sh_entry_compare
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
131020

unity_0_c.c;mev_sh_entry_dtor
# Func Hash:
1124236338992350536
# Num Counters:
2
# Counter Values:
0
14944
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:14944

unity_0_c.c;mev_sh_entry_get
# Func Hash:
1040022892123960312
# Num Counters:
6
# Counter Values:
116076
146364
146364
146359
30288
116076
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;mev_sh_entry_hash:146359
1
unity_0_c.c;mev_sh_entry_compare:116076

unity_0_c.c;mev_sh_entry_hash
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
176247

unity_0_c.c;mev_sh_entry_update
# Func Hash:
388544698451015488
# Num Counters:
39
# Counter Values:
0
0
0
15249
58194
58194
30044
7558
29615
429
15249
15249
15249
15249
7295
22189
428
478
15249
0
15249
0
0
15249
0
0
0
0
15249
0
0
0
0
0
0
29397
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
** External Symbol **:15249

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
41864
0
0
0
41864
18383
0
23665
0
0
0
18199
0
23481
0
0
0
0
0
0
0
23481
0
0
0
18383
0
0
18199
0
0

unity_0_c.c;mstate
# Func Hash:
759225739175947593
# Num Counters:
9
# Counter Values:
0
208419
208310
208310
78324
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
unity_0_c.c;mstate_enter_connect:19662
unity_0_c.c;mstate_enter_completed:19662
unity_0_c.c;mstate_enter_did:19500
unity_0_c.c;mstate_enter_done:19500

unity_0_c.c;mstate_connecting_pollset
# Func Hash:
798733565127834672
# Num Counters:
5
# Counter Values:
586
586
0
586
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
19662
0
0
162
19662
162
19662
19662
19662
0
162
19662
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
19662
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
94
94
0
0
94
0
0
0
24145
188
188
26358
0
94
0
26452
0
0
26452
26358
94
24145
0
94
0
26358
0
26358
0
26358
0
2213
2213
2213
0
2213
0
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
unity_0_c.c;cf_h2_data_pending:16342
Curl_cf_def_data_pending:10016
0

unity_0_c.c;multi_clear_timeout
# Func Hash:
271263513274732266
# Num Counters:
13
# Counter Values:
0
0
18446
18446
10611
10611
10611
10611
0
0
10611
0
0

unity_0_c.c;multi_done
# Func Hash:
732194480701574871
# Num Counters:
30
# Counter Values:
112
0
0
38786
0
38686
0
0
0
39324
19662
19662
19662
112
19662
19662
19662
19500
19500
0
19662
19500
0
0
19612
19500
0
19612
19500
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19662
1
** External Symbol **:19662
1
Curl_http_done:19612
4
unity_0_c.c;cf_socket_cntrl:19612
unity_0_c.c;cf_h2_cntrl:9512
unity_0_c.c;ssl_cf_cntrl:9512
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
12123
0
19662
19662
7277
0
0
0
19662
7277
150
150
150
262
262
69
0
12285
0
12385
0
0
0
0
69
12173
193
0
0
0
12173
0
12123
12173
50
0
0
0
12123
12123
0
0
0
12123
0
0
0
0
0
0
0
0
0
0
0
2123
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
unity_0_c.c;cf_h2_query:2123

unity_0_c.c;multi_handle_timeout
# Func Hash:
231012522620657612
# Num Counters:
11
# Counter Values:
0
0
142125
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
56036
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
47168
0
28469
0
0
14206
41479
47168
46785
0
47168
18510
0
0
0
47168
0
0
0
56036
189
47168
0
0
28469
0
0
47168
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
27506
0
0
0
161201
0
27651
290
121877
141539
180277
161201
0
0
0
19662
19662
19662
19662
19662
0
0
0
0
161201
19662
3830
636
19612
0
0
0
0
0
0
162
3230
47170
3830
586
0
0
121877
0
6445
0
0
0
0
120995
3230
0
0
47170
19662
19500
19500
30682
19662
19612
0
6445
0
2
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
12971
0
0
19612
0
6445
0
19662
0
0
9400
0
0
19662
0
0
0
0
0
0
0
0
0
19612
112
0
0
0
0
15883
19612
0
19662
0
0
0
19612
0
246
0
0
11182
0
0
0
0
19612
19500
0
0
19500
0
3830
19366
0
0
636
12335
19612
0
246
246
0
0
11182
19612
0
0
0
3230
0
0
0
50
0
0
19500
19500
7277
12385
246
246
246
19612
0
0
0
0
0
0
0
145
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
12335
0
0
0
0
0
19500
0
0
0
52295
0
0
180701
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
** External Symbol **:19612
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
** External Symbol **:30682
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
69245
0
69245
0
0
0

unity_0_c.c;multi_socket
# Func Hash:
1073436554350196391
# Num Counters:
13
# Counter Values:
15054
28070
0
262
28070
28070
13016
0
27966
15054
0
13936
28070

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
589
19386
0
0
19386
0
0
0
0
0
0
0
0
45741
0
0
9077
0
19386
9077
19386
0
19386
0
0
19386
19386
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
48836
0
0
0
0
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
28945
12446
0
0
12446
1022
11424
1022
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
9458
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
14796
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
11016
0
0
0
0
0
0
3724
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
22434
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
24611
24611
0
0
0
435
22320
22320
0
0
1856
0
0
0
1856
0
290
0
22320
0
0
0
9400
0
145
9400
0
0
0
12880
9400
0
40
0
145
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
145
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
5
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
16696
16696
16696
33
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
56442
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
9336
0
0
0
9336
0
0
0
0
0
0
9336
0
9255
0
0
0
9336
9400
9400
9400
0
9400
1904
0
0
1904
0
1904
0
0
1904
5
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
9458
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
144
0
0
0
144
144
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
145

unity_0_c.c;ossl_bio_cf_ctrl
# Func Hash:
798733565874911937
# Num Counters:
6
# Counter Values:
323
164297
163958
0
0
16

unity_0_c.c;ossl_bio_cf_destroy
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145

unity_0_c.c;ossl_bio_cf_in_read
# Func Hash:
458129222859350898
# Num Counters:
16
# Counter Values:
0
0
14749
14749
14749
7455
0
7294
7455
0
0
0
16
0
0
7294
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;cf_socket_recv:14169
Curl_cf_def_recv:580

unity_0_c.c;ossl_bio_cf_out_write
# Func Hash:
578412083930127464
# Num Counters:
12
# Counter Values:
0
0
15511
15511
15511
15511
0
2061
13450
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
unity_0_c.c;cf_socket_send:15221
Curl_cf_def_send:290

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
145
145
145
145

unity_0_c.c;ossl_close_all
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
117
0

unity_0_c.c;ossl_connect
# Func Hash:
78228827062969735
# Num Counters:
135
# Counter Values:
145
0
0
145
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
290
145
0
435
145
435
0
145
0
145
145
0
145
145
0
145
0
0
0
145
145
0
0
0
0
0
0
0
0
0
0
290
145
145
0
0
0
0
0
0
0
145
0
0
0
0
0
0
290
0
145
0
0
0
0
290
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
34749

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
9512
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
145
0
0
145
0
145
0
0
145
0
0
0
0
0
145
0
145
0
0
145
0
144
0
0
144
0
144
0
0
144
0
145

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
145
145
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
117
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:117

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
13808
20906
7098
7098
13808
0
0
0
0
0
0
7098
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
145
145
1
1
0

unity_0_c.c;ossl_send
# Func Hash:
528554515407310753
# Num Counters:
20
# Counter Values:
15174
0
13113
0
0
0
0
0
2061
0
0
0
0
0
0
0
0
0
0
13113

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
50
0
0
0
0
0
65
32
50
0
0
0
0
65
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
50
0
0
0
34
50
0
0
33
50
34
34
0
16
33
0
0
33
0
0
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
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
107253
0
0
0
16903
372572
0
0
0
0
389475
0
0
0
107253
0
0
16903
0
0
0
0
107253
0
107253
0
0
107253
0
18356
0
107253
0
0
0
0
0
0
0
0
107253
0
16903
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
unity_0_c.c;alloc_addbyter:251111
unity_0_c.c;addbyter:138364
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
7232
0
0
0
0
0
0
0
0
0
14464
0
0
28928
0
0
14464
0
0
28928
0
0
7232
7232
0
7232
7232
7232
0
0
0
7232
0
21696
7232
0
0
0
0
0
0
0
7232
7232
0
0
0
0
7232
0
7232
0
0
7232
0
0
7232
0
0
0
0
0
0
0
0
0
0
0
0
7232
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
** External Symbol **:7232
1
** External Symbol **:7232
1
** External Symbol **:7232
1
** External Symbol **:7232
1
** External Symbol **:7232
1
** External Symbol **:7232
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
7232
7232
0
286273
286273
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
14464
0
0
7232
7232
0
0
0
0
7232
7232
7232
7232
7232
7232
7232
0
7232
0
0
7232
7232
0
0
7222
0
7232
7232
0
0
0
0
0
0
7232
0
4000
7232
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
7232
0
1202
0
0
0
4000
0
6581
0
0
601
7232
601
0
0
0
0
0
4000
0
6581
6581
0
1202
0
0
0
0
0
4000
6581
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
269140
0
14464
0
0
5505
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
unity_0_c.c;five_letter_scheme:3669
unity_0_c.c;four_letter_scheme:3563
1
** External Symbol **:7232
0
0
1
** External Symbol **:4000
0
1
** External Symbol **:6581
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
6:6203
9:378

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
19662
19662
0
19662
19662
0
19662
0
0
19662
0
0
0
19662
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:19662
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
9:19662
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
19662
19662
19662
0
19662
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
86230
171087
84857
0
86230
0
86230
86230
0
86230
86230
86230
0
0
86230
0
0
86230
0
0
0
86230
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
** External Symbol **:86230
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
171087
19661
58455
0
93240
0
93240
151426
38955
171087
0
0
58455
0
0
58455
58407
0
0

unity_0_c.c;protocol2num
# Func Hash:
502092571432571191
# Num Counters:
12
# Counter Values:
0
218
436
436
218
436
436
218
0
0
218
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
unity_0_c.c;four_letter_scheme:218
unity_0_c.c;five_letter_scheme:218

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
38732
0
38732
38732

unity_0_c.c;prune_head
# Func Hash:
651056897247517602
# Num Counters:
8
# Counter Values:
37080
34240
0
30700
0
4880
4880
35740
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
4244
4216
4216
4216
4216
4216
0
4216
2176
3818
2179
2040
0
139
0
0
398

unity_0_c.c;req_flush
# Func Hash:
860076221695868820
# Num Counters:
38
# Counter Values:
0
4880
235
0
5115
24973
5115
5115
4080
366
0
24973
0
5115
366
24973
5115
19858
0
19858
4080
366
4080
5115
0
0
366
235
0
0
0
0
0
0
366
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
unity_0_c.c;cf_h2_query:9758
1
unity_0_c.c;cf_h2_cntrl:366

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
43627
60539
60539
43627
43627
0
43627
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
17880
17445
1025
0
16855
0
0

unity_0_c.c;set_local_ip
# Func Hash:
927205939356517085
# Num Counters:
12
# Counter Values:
838
838
0
0
838
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
7232
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
4192
0
0
0
0
0
0
0
0
0
4192
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
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
** External Symbol **:4192
0
0
0
0
0
0
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
16538
0
0
4955
0
4770
0
109
109
109
0
109
109
0
0
109
0
109
109
109
5505
0
0
0
0
0
0
109
0
0
0
0
0
0
0
109
1095
5505
4961
0
0
0
109
0
0
0
0
0
0
0
4770
5505
0
0
0
0
0
0
4961
0
0
0
0
0
0
109
109
0
0
0
0
0
0
0
1095
0
5505
0
0
0
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
curl_free:4961
0
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
4192
0
0
0
0
0
0
0
0
0
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
4628
0
0
0
0
0
109
0
0
0
0
0
0
0
109
0
0
0
0
0
109
109
109
0
0
0
0
0
0
0
0
0
0
109
109
0
0
109
0
0
0
0
0
0
0
0
0
0
0
0
109
109
0
109
0
0
0
0
0
0
0
0
0
0
0
109
0
0
0
0
0
0
0
0
109
0
0
0
0
0
0
0
109
0
0
0
0
0
109
0
0
0
0
109
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
4955
0
4628
0
109
109
0
0
0
109
0
0
0
0
0
0
0
0
0
0
0
0
0
0
109
0
0
0
0
0
109
0
109
0
0
0
0
0
109
0
0
0
0
0
0
0
0
0
0
0
0
109
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
109
0
0
109
0
0
0
0
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
2867
0
0
0
0
0
224
0
0
0
157
0
0
0
0
0
0
0
0
109
0
178
0
0
0
0
0
0
0
0
0
0
0
0
109
0
0
0
0
109
0
0
109
0
109
0
0
109
0
0
0
82
177
0
178
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
82
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
109
0
0
0
0
109
0
0
109
0
109
0
0
109
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
436
109
0
0
0
0
0
0
0
0
0
0
0
109
0
109
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
1395
0
0
0
0
0
0
0
0
0
0
0
0
878
81
0
0
0
0
0
0
0
0
0
0
0
0
0
878
878
0
0
0
0
0
81
81
0
0
0
0
0
0
0
0
0
0
0
0
0
0
878
0
0
81
0
0
0
0
0
0
0
0
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
218
0
0
0
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
109
0
218
0
0
0
0
218
0
0
0
0
0
0
0
0
218
218
109
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
26527
26527
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
1134
0
0
0
0
1134

unity_0_c.c;socket_close
# Func Hash:
121256608308312184
# Num Counters:
15
# Counter Values:
0
296
296
0
296
0
296
296
296
296
296
296
296
0
296
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:296

unity_0_c.c;socket_connect_result
# Func Hash:
287486625082191349
# Num Counters:
7
# Counter Values:
296
296
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
296
296
296
296
296
0
0
296
0
296
0
0
296
296
0
0
0
0
296
0
0
0
0
0
0
0
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
** External Symbol **:296

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
16653
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
Curl_ssl_adjust_pollset:16653

unity_0_c.c;ssl_cf_cntrl
# Func Hash:
5832819872696527
# Num Counters:
13
# Counter Values:
28667
145
145
145
145
145
145
0
0
145
145
0
0

unity_0_c.c;ssl_cf_connect
# Func Hash:
41038147175212957
# Num Counters:
32
# Counter Values:
145
0
0
0
0
0
435
0
435
0
435
0
435
435
0
435
0
145
0
0
145
0
0
0
0
0
145
0
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
unity_0_c.c;ossl_connect:435

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
34749
21227
34749
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_data_pending:34749
1
Curl_cf_def_data_pending:21227

unity_0_c.c;ssl_cf_destroy
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
145
145
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
unity_0_c.c;ossl_close:145

unity_0_c.c;ssl_cf_query
# Func Hash:
783068469341756359
# Num Counters:
13
# Counter Values:
9512
0
0
0
68697
58895
290
9512
290
0
0
0
9512
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
unity_0_c.c;ossl_get_internals:9512
2
unity_0_c.c;cf_socket_query:58605
unity_0_c.c;cf_ip_happy_query:290

unity_0_c.c;ssl_cf_recv
# Func Hash:
738780475473718609
# Num Counters:
6
# Counter Values:
20906
20906
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
unity_0_c.c;ossl_recv:20906

unity_0_c.c;ssl_cf_send
# Func Hash:
649959919313874732
# Num Counters:
10
# Counter Values:
0
15174
0
15174
0
0
13113
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
unity_0_c.c;ossl_send:15174

unity_0_c.c;ssl_cf_shutdown
# Func Hash:
18663487751831144
# Num Counters:
11
# Counter Values:
0
0
50
50
50
50
50
50
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
unity_0_c.c;ossl_shutdown:50

unity_0_c.c;ssl_easy_config_compl_options
# Func Hash:
37730075662659032
# Num Counters:
5
# Counter Values:
39324
0
0
0
39324

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
241153
0
120073
0
64492
55581
55581
55581
0
226689
0

unity_0_c.c;stream_recv
# Func Hash:
236287527800515536
# Num Counters:
33
# Counter Values:
25505
0
0
0
0
0
0
0
0
0
0
34905
0
0
25505
9400
0
0
0
0
25505
0
0
0
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
134443
0
134443
100386
53719
0
53719
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
162
0
0
0
0
0
0
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
2247
0
1601

unity_0_c.c;u8_strset_unset
# Func Hash:
79639229258421622
# Num Counters:
9
# Counter Values:
3739
3630
2574
0
0
5438
1056
0
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1056

unity_0_c.c;uint32_spbset_get_chunk
# Func Hash:
25398237994671204
# Num Counters:
18
# Counter Values:
0
22222
0
0
0
0
22222
0
0
0
0
0
0
0
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
19779
19662
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19779
1
** External Symbol **:19779
1
** External Symbol **:19779
1
** External Symbol **:19662

unity_0_c.c;url_match_auth
# Func Hash:
1124680651850354050
# Num Counters:
4
# Counter Values:
19366
19366
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
44725
44725
0
0
0
44725
0
0
0
0
44725
0
0
0
44725
0
0
19366
0
0
0
44725
41060
18734
9367
9999
0
3665
9367
0
41060
3665
0
0
7277
21694
0
9999
9367
7277
7277
19366
0
19366
0
19366
0
9999
19366
19366
19366
19366
19366
19366
19366
19366
0
12089
19366
0
0
0
0
0
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
19366
19366
19366
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
19366
7277
0
0
7277
7277
0
0
0
7277
0
0
0
0
0
0
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
unity_0_c.c;cf_h2_query:7277

unity_0_c.c;url_match_proto_config
# Func Hash:
1096621587974483825
# Num Counters:
7
# Counter Values:
0
9999
19366
19366
9999
0
9367

unity_0_c.c;url_match_result
# Func Hash:
345737797002706157
# Num Counters:
11
# Counter Values:
19366
19366
0
12089
258
38
192
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
19662
19662
0
0
19662
0
19662
0
0
0
19662
19662
19662
0
0
0
0
19662
0
0
19662
19662
19662
0
0
0
0
0
0
0
0
0
19662
0
0
0
0
0
0
0
19662
19662
0
19662
0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662
1
** External Symbol **:19662

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
127258
0
0
0
0
0
0
20263
0
0
0
0
127258
0
0
0
20263

unity_0_c.c;verifyconnect
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
296
0
296

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
20535
19500
19500
20535
4080
20304
19500
4080
19500
4884
19500
4884
5115
20535

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

