	.file	"smallest.c"
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
	mov	x8, x0
	adrp	x9, host
	mov	w0, wzr
	str	x8, [x9, :lo12:host]
	ret
.Lfunc_end1:
	.size	create, .Lfunc_end1-create
                                        // -- End function
	.p2align	2                               // -- Begin function prepare
	.type	prepare,@function
prepare:                                // @prepare
// %bb.0:
	adrp	x8, host
	mov	x0, x1
	adrp	x1, .L.str.3
	add	x1, x1, :lo12:.L.str.3
	ldr	x8, [x8, :lo12:host]
	adrp	x2, .L.str.1
	add	x2, x2, :lo12:.L.str.1
	ldr	x3, [x8, #232]
	br	x3
.Lfunc_end2:
	.size	prepare, .Lfunc_end2-prepare
                                        // -- End function
	.type	moya_plugin_entry.plugins,@object // @moya_plugin_entry.plugins
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
moya_plugin_entry.plugins:
	.xword	idle
	.xword	smallest
	.xword	0
	.size	moya_plugin_entry.plugins, 24

	.type	idle,@object                    // @idle
	.p2align	3, 0x0
idle:
	.word	152                             // 0x98
	.word	56                              // 0x38
	.word	0                               // 0x0
	.word	0                               // 0x0
	.xword	.L.str
	.xword	.L.str.1
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.size	idle, 152

	.type	smallest,@object                // @smallest
	.p2align	3, 0x0
smallest:
	.word	152                             // 0x98
	.word	56                              // 0x38
	.word	0                               // 0x0
	.word	0                               // 0x0
	.xword	.L.str.2
	.xword	.L.str.1
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	create
	.xword	0
	.xword	0
	.xword	prepare
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.xword	0
	.size	smallest, 152

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
	.asciz	"org.libmoya.idle"
	.size	.L.str, 17

	.type	.L.str.1,@object                // @.str.1
.L.str.1:
	.asciz	"1"
	.size	.L.str.1, 2

	.type	.L.str.2,@object                // @.str.2
.L.str.2:
	.asciz	"org.libmoya.smallest"
	.size	.L.str.2, 21

	.type	host,@object                    // @host
	.local	host
	.comm	host,8,8
	.type	.L.str.3,@object                // @.str.3
.L.str.3:
	.asciz	"X-Smallest"
	.size	.L.str.3, 11

	.section	".note.GNU-stack","",@progbits
