	.file	"everything.c"
	.text
	.globl	moya_plugin_entry               // -- Begin function moya_plugin_entry
	.p2align	2
	.type	moya_plugin_entry,@function
moya_plugin_entry:                      // @moya_plugin_entry
// %bb.0:
	cmp	w0, #0
	adrp	x8, moya_plugin_entry.module
	add	x8, x8, :lo12:moya_plugin_entry.module
	csel	x0, xzr, x8, eq
	ret
.Lfunc_end0:
	.size	moya_plugin_entry, .Lfunc_end0-moya_plugin_entry
                                        // -- End function
	.p2align	2                               // -- Begin function create
	.type	create,@function
create:                                 // @create
// %bb.0:
	stp	x29, x30, [sp, #-64]!           // 16-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	adrp	x22, host
	ldr	x8, [x0, #8]
	str	x0, [x22, :lo12:host]
	adrp	x0, .L.str.19
	add	x0, x0, :lo12:.L.str.19
	str	x23, [sp, #16]                  // 8-byte Folded Spill
	mov	x29, sp
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	mov	x20, x2
	mov	x19, x1
	blr	x8
	ldr	x8, [x22, :lo12:host]
	adrp	x21, tasks
	str	x0, [x21, :lo12:tasks]
	adrp	x0, .L.str.20
	add	x0, x0, :lo12:.L.str.20
	ldr	x8, [x8, #8]
	blr	x8
	ldr	x8, [x22, :lo12:host]
	adrp	x23, body
	str	x0, [x23, :lo12:body]
	adrp	x0, .L.str.21
	add	x0, x0, :lo12:.L.str.21
	ldr	x8, [x8, #8]
	blr	x8
	ldr	x9, [x21, :lo12:tasks]
	adrp	x10, digest
	mov	x8, x0
	str	x0, [x10, :lo12:digest]
	mov	w0, #-83                        // =0xffffffad
	cbz	x9, .LBB1_21
// %bb.1:
	ldr	x9, [x23, :lo12:body]
	cbz	x9, .LBB1_21
// %bb.2:
	cbz	x8, .LBB1_21
// %bb.3:
	adrp	x8, ticks
	add	x8, x8, :lo12:ticks
	adrp	x1, .L.str.4
	add	x1, x1, :lo12:.L.str.4
	str	x8, [x20]
	mov	x0, x19
	ldr	x8, [x22, :lo12:host]
	ldr	x8, [x8, #64]
	blr	x8
	cbz	x0, .LBB1_20
// %bb.4:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.6
	add	x1, x1, :lo12:.L.str.6
	mov	x0, x19
	ldr	x8, [x8, #64]
	blr	x8
	cmp	x0, #7
	b.ne	.LBB1_20
// %bb.5:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.8
	add	x1, x1, :lo12:.L.str.8
	mov	x0, x19
	ldr	x8, [x8, #72]
	blr	x8
	fmov	d1, #0.50000000
	fcmp	d0, d1
	b.ne	.LBB1_20
// %bb.6:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.14
	add	x1, x1, :lo12:.L.str.14
	mov	x0, x19
	ldr	x8, [x8, #80]
	blr	x8
	cmp	x0, #2
	b.ne	.LBB1_20
// %bb.7:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.14
	add	x1, x1, :lo12:.L.str.14
	mov	x0, x19
	mov	w2, #1                          // =0x1
	ldr	x8, [x8, #88]
	blr	x8
	ldrb	w8, [x0]
	cbz	w8, .LBB1_11
// %bb.8:
	add	x10, x0, #1
	adrp	x9, .L.str.22
	add	x9, x9, :lo12:.L.str.22
.LBB1_9:                                // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x9]
	cmp	w8, w11
	b.ne	.LBB1_12
// %bb.10:                              //   in Loop: Header=BB1_9 Depth=1
	ldrb	w8, [x10], #1
	add	x9, x9, #1
	cbnz	w8, .LBB1_9
	b	.LBB1_12
.LBB1_11:
	adrp	x9, .L.str.22
	add	x9, x9, :lo12:.L.str.22
.LBB1_12:
	ldrb	w9, [x9]
	cmp	w8, w9
	b.ne	.LBB1_20
// %bb.13:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.16
	add	x1, x1, :lo12:.L.str.16
	mov	x0, x19
	ldr	x8, [x8, #56]
	blr	x8
	ldrb	w8, [x0]
	cbz	w8, .LBB1_17
// %bb.14:
	add	x10, x0, #1
	adrp	x9, .L.str.17
	add	x9, x9, :lo12:.L.str.17
.LBB1_15:                               // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x9]
	cmp	w8, w11
	b.ne	.LBB1_18
// %bb.16:                              //   in Loop: Header=BB1_15 Depth=1
	ldrb	w8, [x10], #1
	add	x9, x9, #1
	cbnz	w8, .LBB1_15
	b	.LBB1_18
.LBB1_17:
	adrp	x9, .L.str.17
	add	x9, x9, :lo12:.L.str.17
.LBB1_18:
	ldrb	w9, [x9]
	cmp	w8, w9
	b.ne	.LBB1_20
// %bb.19:
	ldr	x8, [x21, :lo12:tasks]
	mov	x0, x19
	ldr	x23, [sp, #16]                  // 8-byte Folded Reload
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	adrp	x2, tick
	add	x2, x2, :lo12:tick
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldr	x5, [x8, #24]
	mov	x1, xzr
	mov	x3, xzr
	mov	x4, xzr
	ldp	x29, x30, [sp], #64             // 16-byte Folded Reload
	br	x5
.LBB1_20:
	mov	w0, #-5                         // =0xfffffffb
.LBB1_21:
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x23, [sp, #16]                  // 8-byte Folded Reload
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #64             // 16-byte Folded Reload
	ret
.Lfunc_end1:
	.size	create, .Lfunc_end1-create
                                        // -- End function
	.p2align	2                               // -- Begin function close_instance
	.type	close_instance,@function
close_instance:                         // @close_instance
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	adrp	x8, host
	mov	x0, x1
	adrp	x2, .L.str.23
	add	x2, x2, :lo12:.L.str.23
	ldr	x8, [x8, :lo12:host]
	mov	w1, #1                          // =0x1
	mov	x29, sp
	ldr	x8, [x8, #24]
	blr	x8
	mov	w0, wzr
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	ret
.Lfunc_end2:
	.size	close_instance, .Lfunc_end2-close_instance
                                        // -- End function
	.p2align	2                               // -- Begin function destroy
	.type	destroy,@function
destroy:                                // @destroy
// %bb.0:
	ret
.Lfunc_end3:
	.size	destroy, .Lfunc_end3-destroy
                                        // -- End function
	.p2align	2                               // -- Begin function prepare
	.type	prepare,@function
prepare:                                // @prepare
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	adrp	x20, host
	mov	x19, x1
	ldr	x8, [x20, :lo12:host]
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	adrp	x1, .L.str.10
	add	x1, x1, :lo12:.L.str.10
	mov	x0, x19
	mov	x29, sp
	ldr	x21, [x8, #232]
	ldr	x8, [x8, #56]
	blr	x8
	mov	x2, x0
	adrp	x1, .L.str.24
	add	x1, x1, :lo12:.L.str.24
	mov	x0, x19
	blr	x21
	cbz	w0, .LBB4_4
// %bb.1:
	cbz	w0, .LBB4_5
.LBB4_2:
	cbz	w0, .LBB4_6
.LBB4_3:
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	cmp	w0, #0
	mov	w8, #2                          // =0x2
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	csel	w0, w8, w0, eq
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	ret
.LBB4_4:
	ldr	x8, [x20, :lo12:host]
	adrp	x1, ticks
	add	x1, x1, :lo12:ticks
	mov	x0, x19
	ldr	x8, [x8, #144]
	blr	x8
	cbnz	w0, .LBB4_2
.LBB4_5:
	ldr	x8, [x20, :lo12:host]
	mov	x0, x19
	ldr	x8, [x8, #40]
	blr	x8
	cbnz	w0, .LBB4_3
.LBB4_6:
	adrp	x8, tasks
	mov	x0, x19
	mov	x1, xzr
	ldr	x8, [x8, :lo12:tasks]
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	ldr	x8, [x8, #24]
	blr	x8
	b	.LBB4_3
.Lfunc_end4:
	.size	prepare, .Lfunc_end4-prepare
                                        // -- End function
	.p2align	2                               // -- Begin function sign
	.type	sign,@function
sign:                                   // @sign
// %bb.0:
	sub	sp, sp, #128
	stp	x22, x21, [sp, #96]             // 16-byte Folded Spill
	adrp	x22, host
	ldr	x8, [x22, :lo12:host]
	stp	x20, x19, [sp, #112]            // 16-byte Folded Spill
	mov	x19, x1
	adrp	x1, .L.str.13
	add	x1, x1, :lo12:.L.str.13
	mov	x0, x19
	ldr	x8, [x8, #56]
	stp	x29, x30, [sp, #80]             // 16-byte Folded Spill
	add	x29, sp, #80
	strb	wzr, [sp, #8]
	str	xzr, [sp]
	blr	x8
	ldr	x8, [x22, :lo12:host]
	mov	x20, x0
	mov	x0, x19
	mov	x21, x1
	ldr	x8, [x8, #160]
	blr	x8
	adrp	x8, digest
	mov	x3, x0
	mov	x4, x1
	ldr	x8, [x8, :lo12:digest]
	add	x5, sp, #16
	mov	w0, #3                          // =0x3
	mov	x1, x20
	mov	x2, x21
	ldr	x8, [x8, #16]
	blr	x8
	cmp	x0, #32
	b.ne	.LBB5_4
// %bb.1:
	mov	x8, xzr
	add	x9, sp, #16
	adrp	x10, sign.digits
	add	x10, x10, :lo12:sign.digits
	mov	x11, sp
.LBB5_2:                                // =>This Inner Loop Header: Depth=1
	ldrb	w12, [x9], #1
	add	x14, x11, x8
	add	x8, x8, #2
	lsr	x13, x12, #4
	and	x12, x12, #0xf
	cmp	x8, #8
	ldrb	w12, [x10, x12]
	ldrb	w13, [x10, x13]
	strb	w12, [x14, #1]
	strb	w13, [x14]
	b.ne	.LBB5_2
// %bb.3:
	ldr	x8, [x22, :lo12:host]
	adrp	x1, .L.str.18
	add	x1, x1, :lo12:.L.str.18
	mov	x2, sp
	mov	x0, x19
	ldr	x8, [x8, #240]
	blr	x8
	b	.LBB5_5
.LBB5_4:
	mov	w0, #-99                        // =0xffffff9d
.LBB5_5:
	ldp	x20, x19, [sp, #112]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #96]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #80]             // 16-byte Folded Reload
	add	sp, sp, #128
	ret
.Lfunc_end5:
	.size	sign, .Lfunc_end5-sign
                                        // -- End function
	.p2align	2                               // -- Begin function will_send
	.type	will_send,@function
will_send:                              // @will_send
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	adrp	x20, host
	mov	x19, x1
	ldr	x8, [x20, :lo12:host]
	adrp	x1, .L.str.25
	add	x1, x1, :lo12:.L.str.25
	mov	x0, x19
	mov	x29, sp
	ldr	x8, [x8, #168]
	blr	x8
	cbz	x0, .LBB6_2
// %bb.1:
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.LBB6_2:
	ldr	x8, [x20, :lo12:host]
	mov	x0, x19
	adrp	x2, .L.str.26
	add	x2, x2, :lo12:.L.str.26
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x3, [x8, #24]
	mov	w1, #3                          // =0x3
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	br	x3
.Lfunc_end6:
	.size	will_send, .Lfunc_end6-will_send
                                        // -- End function
	.p2align	2                               // -- Begin function did_receive
	.type	did_receive,@function
did_receive:                            // @did_receive
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	adrp	x20, host
	mov	x0, x1
	ldr	x8, [x20, :lo12:host]
	mov	x29, sp
	mov	x19, x1
	ldr	x8, [x8, #136]
	blr	x8
	adrp	x8, ticks
	add	x8, x8, :lo12:ticks
	cmp	x0, x8
	b.eq	.LBB7_2
// %bb.1:
	ldr	x8, [x20, :lo12:host]
	mov	x0, x19
	adrp	x2, .L.str.27
	add	x2, x2, :lo12:.L.str.27
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x3, [x8, #24]
	mov	w1, #3                          // =0x3
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	br	x3
.LBB7_2:
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end7:
	.size	did_receive, .Lfunc_end7-did_receive
                                        // -- End function
	.p2align	2                               // -- Begin function should_retry
	.type	should_retry,@function
should_retry:                           // @should_retry
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	adrp	x20, host
	mov	x0, x1
	ldr	x8, [x20, :lo12:host]
	mov	x29, sp
	mov	x19, x1
	ldr	x8, [x8, #288]
	blr	x8
	cmp	w0, #503
	b.ne	.LBB8_2
// %bb.1:
	ldr	x8, [x20, :lo12:host]
	mov	x0, x19
	ldr	x8, [x8, #120]
	blr	x8
	cmp	w0, #1
	csetm	x0, ne
	b	.LBB8_3
.LBB8_2:
	mov	x0, #-1                         // =0xffffffffffffffff
.LBB8_3:
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end8:
	.size	should_retry, .Lfunc_end8-should_retry
                                        // -- End function
	.p2align	2                               // -- Begin function process
	.type	process,@function
process:                                // @process
// %bb.0:
	sub	sp, sp, #48
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	adrp	x20, host
	mov	x0, x1
	ldr	x8, [x20, :lo12:host]
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	mov	x19, x1
	ldr	x8, [x8, #256]
	blr	x8
	cbz	w0, .LBB9_2
// %bb.1:
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	w0, wzr
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	ret
.LBB9_2:
	ldr	x8, [x20, :lo12:host]
	ldr	x0, [x8, #352]
	ldr	x8, [x8, #120]
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	mov	x0, x19
	blr	x8
	cmp	w0, #2
	mov	x0, x19
	adrp	x8, .L.str.30
	add	x8, x8, :lo12:.L.str.30
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	adrp	x9, .L.str.29
	add	x9, x9, :lo12:.L.str.29
	ldr	x3, [sp, #8]                    // 8-byte Folded Reload
	adrp	x1, .L.str.28
	add	x1, x1, :lo12:.L.str.28
	csel	x2, x9, x8, eq
	add	sp, sp, #48
	br	x3
.Lfunc_end9:
	.size	process, .Lfunc_end9-process
                                        // -- End function
	.p2align	2                               // -- Begin function release_slot
	.type	release_slot,@function
release_slot:                           // @release_slot
// %bb.0:
	ret
.Lfunc_end10:
	.size	release_slot, .Lfunc_end10-release_slot
                                        // -- End function
	.p2align	2                               // -- Begin function get_extension
	.type	get_extension,@function
get_extension:                          // @get_extension
// %bb.0:
	ldrb	w8, [x0]
	cbz	w8, .LBB11_4
// %bb.1:
	add	x10, x0, #1
	adrp	x9, .L.str.20
	add	x9, x9, :lo12:.L.str.20
.LBB11_2:                               // =>This Inner Loop Header: Depth=1
	ldrb	w11, [x9]
	cmp	w8, w11
	b.ne	.LBB11_5
// %bb.3:                               //   in Loop: Header=BB11_2 Depth=1
	ldrb	w8, [x10], #1
	add	x9, x9, #1
	cbnz	w8, .LBB11_2
	b	.LBB11_5
.LBB11_4:
	adrp	x9, .L.str.20
	add	x9, x9, :lo12:.L.str.20
.LBB11_5:
	ldrb	w9, [x9]
	cmp	w8, w9
	adrp	x8, hooks
	add	x8, x8, :lo12:hooks
	csel	x0, x8, xzr, eq
	ret
.Lfunc_end11:
	.size	get_extension, .Lfunc_end11-get_extension
                                        // -- End function
	.p2align	2                               // -- Begin function tick
	.type	tick,@function
tick:                                   // @tick
// %bb.0:
	cbz	w3, .LBB12_2
// %bb.1:
	ret
.LBB12_2:
	adrp	x8, ticks
	ldr	w9, [x8, :lo12:ticks]
	add	w9, w9, #1
	str	w9, [x8, :lo12:ticks]
	ret
.Lfunc_end12:
	.size	tick, .Lfunc_end12-tick
                                        // -- End function
	.p2align	2                               // -- Begin function head
	.type	head,@function
head:                                   // @head
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	adrp	x8, host
	mov	x0, x1
	mov	x29, sp
	ldr	x8, [x8, :lo12:host]
	ldr	x8, [x8, #288]
	blr	x8
	mov	w8, #3                          // =0x3
	cmp	w0, #200
	csel	w0, wzr, w8, eq
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	ret
.Lfunc_end13:
	.size	head, .Lfunc_end13-head
                                        // -- End function
	.p2align	2                               // -- Begin function chunk
	.type	chunk,@function
chunk:                                  // @chunk
// %bb.0:
	adrp	x8, body
	mov	x0, x1
	mov	x1, x2
	ldr	x8, [x8, :lo12:body]
	mov	x2, x3
	ldr	x4, [x8, #8]
	br	x4
.Lfunc_end14:
	.size	chunk, .Lfunc_end14-chunk
                                        // -- End function
	.p2align	2                               // -- Begin function end
	.type	end,@function
end:                                    // @end
// %bb.0:
	adrp	x8, body
	mov	x0, x1
	adrp	x1, .L.str.31
	add	x1, x1, :lo12:.L.str.31
	ldr	x8, [x8, :lo12:body]
	mov	w2, #1                          // =0x1
	ldr	x3, [x8, #8]
	br	x3
.Lfunc_end15:
	.size	end, .Lfunc_end15-end
                                        // -- End function
	.type	moya_plugin_entry.plugins,@object // @moya_plugin_entry.plugins
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
moya_plugin_entry.plugins:
	.xword	plugin
	.xword	0
	.size	moya_plugin_entry.plugins, 16

	.type	plugin,@object                  // @plugin
	.p2align	3, 0x0
plugin:
	.word	152                             // 0x98
	.word	56                              // 0x38
	.word	3                               // 0x3
	.word	0                               // 0x0
	.xword	.L.str
	.xword	.L.str.1
	.xword	.L.str.2
	.xword	.L.str.3
	.xword	options
	.xword	secret_headers
	.xword	create
	.xword	close_instance
	.xword	destroy
	.xword	prepare
	.xword	sign
	.xword	will_send
	.xword	did_receive
	.xword	should_retry
	.xword	process
	.xword	release_slot
	.xword	get_extension
	.size	plugin, 152

	.type	moya_plugin_entry.module,@object // @moya_plugin_entry.module
	.p2align	3, 0x0
moya_plugin_entry.module:
	.word	16                              // 0x10
	.word	1                               // 0x1
	.xword	moya_plugin_entry.plugins
	.size	moya_plugin_entry.module, 16

	.type	.L.str,@object                  // @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"org.libmoya.everything"
	.size	.L.str, 23

	.type	.L.str.1,@object                // @.str.1
.L.str.1:
	.asciz	"1.0.0"
	.size	.L.str.1, 6

	.type	.L.str.2,@object                // @.str.2
.L.str.2:
	.asciz	"Uses every hook"
	.size	.L.str.2, 16

	.type	.L.str.3,@object                // @.str.3
.L.str.3:
	.asciz	"MIT"
	.size	.L.str.3, 4

	.type	options,@object                 // @options
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
options:
	.xword	.L.str.4
	.xword	0
	.word	1                               // 0x1
	.word	0                               // 0x0
	.xword	.L.str.5
	.xword	0
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.xword	.L.str.6
	.xword	0
	.word	2                               // 0x2
	.word	0                               // 0x0
	.xword	.L.str.7
	.xword	0
	.xword	1                               // 0x1
	.xword	9                               // 0x9
	.xword	.L.str.8
	.xword	0
	.word	3                               // 0x3
	.word	0                               // 0x0
	.xword	.L.str.9
	.xword	0
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.xword	.L.str.10
	.xword	.L.str.11
	.word	4                               // 0x4
	.word	1                               // 0x1
	.xword	0
	.xword	.L.str.12
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.xword	.L.str.13
	.xword	0
	.word	5                               // 0x5
	.word	1                               // 0x1
	.xword	0
	.xword	0
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.xword	.L.str.14
	.xword	0
	.word	6                               // 0x6
	.word	0                               // 0x0
	.xword	.L.str.15
	.xword	0
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.xword	.L.str.16
	.xword	0
	.word	7                               // 0x7
	.word	0                               // 0x0
	.xword	.L.str.17
	.xword	0
	.xword	0                               // 0x0
	.xword	0                               // 0x0
	.zero	56
	.size	options, 448

	.type	secret_headers,@object          // @secret_headers
	.p2align	3, 0x0
secret_headers:
	.xword	.L.str.18
	.xword	0
	.size	secret_headers, 16

	.type	.L.str.4,@object                // @.str.4
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.4:
	.asciz	"flag"
	.size	.L.str.4, 5

	.type	.L.str.5,@object                // @.str.5
.L.str.5:
	.asciz	"true"
	.size	.L.str.5, 5

	.type	.L.str.6,@object                // @.str.6
.L.str.6:
	.asciz	"int"
	.size	.L.str.6, 4

	.type	.L.str.7,@object                // @.str.7
.L.str.7:
	.asciz	"7"
	.size	.L.str.7, 2

	.type	.L.str.8,@object                // @.str.8
.L.str.8:
	.asciz	"number"
	.size	.L.str.8, 7

	.type	.L.str.9,@object                // @.str.9
.L.str.9:
	.asciz	"0.5"
	.size	.L.str.9, 4

	.type	.L.str.10,@object               // @.str.10
.L.str.10:
	.asciz	"text"
	.size	.L.str.10, 5

	.type	.L.str.11,@object               // @.str.11
.L.str.11:
	.asciz	"the value of X-Frozen"
	.size	.L.str.11, 22

	.type	.L.str.12,@object               // @.str.12
.L.str.12:
	.asciz	"ice|snow"
	.size	.L.str.12, 9

	.type	.L.str.13,@object               // @.str.13
.L.str.13:
	.asciz	"secret"
	.size	.L.str.13, 7

	.type	.L.str.14,@object               // @.str.14
.L.str.14:
	.asciz	"texts"
	.size	.L.str.14, 6

	.type	.L.str.15,@object               // @.str.15
.L.str.15:
	.asciz	"[\"a\",\"b\"]"
	.size	.L.str.15, 10

	.type	.L.str.16,@object               // @.str.16
.L.str.16:
	.asciz	"json"
	.size	.L.str.16, 5

	.type	.L.str.17,@object               // @.str.17
.L.str.17:
	.asciz	"{}"
	.size	.L.str.17, 3

	.type	.L.str.18,@object               // @.str.18
.L.str.18:
	.asciz	"X-Signed"
	.size	.L.str.18, 9

	.type	host,@object                    // @host
	.local	host
	.comm	host,8,8
	.type	.L.str.19,@object               // @.str.19
.L.str.19:
	.asciz	"moya.tasks/1"
	.size	.L.str.19, 13

	.type	tasks,@object                   // @tasks
	.local	tasks
	.comm	tasks,8,8
	.type	.L.str.20,@object               // @.str.20
.L.str.20:
	.asciz	"moya.body/1"
	.size	.L.str.20, 12

	.type	body,@object                    // @body
	.local	body
	.comm	body,8,8
	.type	.L.str.21,@object               // @.str.21
.L.str.21:
	.asciz	"moya.digest/1"
	.size	.L.str.21, 14

	.type	digest,@object                  // @digest
	.local	digest
	.comm	digest,8,8
	.type	ticks,@object                   // @ticks
	.local	ticks
	.comm	ticks,4,4
	.type	.L.str.22,@object               // @.str.22
.L.str.22:
	.asciz	"b"
	.size	.L.str.22, 2

	.type	.L.str.23,@object               // @.str.23
.L.str.23:
	.asciz	"closed"
	.size	.L.str.23, 7

	.type	.L.str.24,@object               // @.str.24
.L.str.24:
	.asciz	"X-Frozen"
	.size	.L.str.24, 9

	.type	sign.digits,@object             // @sign.digits
sign.digits:
	.asciz	"0123456789abcdef"
	.size	sign.digits, 17

	.type	.L.str.25,@object               // @.str.25
.L.str.25:
	.asciz	"Host"
	.size	.L.str.25, 5

	.type	.L.str.26,@object               // @.str.26
.L.str.26:
	.asciz	"there is no Host"
	.size	.L.str.26, 17

	.type	.L.str.27,@object               // @.str.27
.L.str.27:
	.asciz	"the slot is lost"
	.size	.L.str.27, 17

	.type	.L.str.28,@object               // @.str.28
.L.str.28:
	.asciz	"X-Processed"
	.size	.L.str.28, 12

	.type	.L.str.29,@object               // @.str.29
.L.str.29:
	.asciz	"twice"
	.size	.L.str.29, 6

	.type	.L.str.30,@object               // @.str.30
.L.str.30:
	.asciz	"once"
	.size	.L.str.30, 5

	.type	hooks,@object                   // @hooks
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
hooks:
	.word	32                              // 0x20
	.word	0                               // 0x0
	.xword	head
	.xword	chunk
	.xword	end
	.size	hooks, 32

	.type	.L.str.31,@object               // @.str.31
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.31:
	.asciz	"!"
	.size	.L.str.31, 2

	.section	".note.GNU-stack","",@progbits
