	.file	"smallest.c"
	.text
	.globl	moya_plugin_entry               # -- Begin function moya_plugin_entry
	.p2align	4
	.type	moya_plugin_entry,@function
moya_plugin_entry:                      # @moya_plugin_entry
# %bb.0:
	xorl	%eax, %eax
	testl	%edi, %edi
	leaq	moya_plugin_entry.module(%rip), %rcx
	cmovneq	%rcx, %rax
	retq
.Lfunc_end0:
	.size	moya_plugin_entry, .Lfunc_end0-moya_plugin_entry
                                        # -- End function
	.p2align	4                               # -- Begin function create
	.type	create,@function
create:                                 # @create
# %bb.0:
	movq	%rdi, host(%rip)
	xorl	%eax, %eax
	retq
.Lfunc_end1:
	.size	create, .Lfunc_end1-create
                                        # -- End function
	.p2align	4                               # -- Begin function prepare
	.type	prepare,@function
prepare:                                # @prepare
# %bb.0:
	movq	%rsi, %rdi
	movq	host(%rip), %rax
	movq	232(%rax), %rax
	leaq	.L.str.3(%rip), %rsi
	leaq	.L.str.1(%rip), %rdx
	jmpq	*%rax                           # TAILCALL
.Lfunc_end2:
	.size	prepare, .Lfunc_end2-prepare
                                        # -- End function
	.type	moya_plugin_entry.plugins,@object # @moya_plugin_entry.plugins
	.section	.data.rel.ro,"aw",@progbits
	.p2align	4, 0x0
moya_plugin_entry.plugins:
	.quad	idle
	.quad	smallest
	.quad	0
	.size	moya_plugin_entry.plugins, 24

	.type	idle,@object                    # @idle
	.p2align	3, 0x0
idle:
	.long	152                             # 0x98
	.long	56                              # 0x38
	.long	0                               # 0x0
	.long	0                               # 0x0
	.quad	.L.str
	.quad	.L.str.1
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.size	idle, 152

	.type	smallest,@object                # @smallest
	.p2align	3, 0x0
smallest:
	.long	152                             # 0x98
	.long	56                              # 0x38
	.long	0                               # 0x0
	.long	0                               # 0x0
	.quad	.L.str.2
	.quad	.L.str.1
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	create
	.quad	0
	.quad	0
	.quad	prepare
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.size	smallest, 152

	.type	moya_plugin_entry.module,@object # @moya_plugin_entry.module
	.p2align	3, 0x0
moya_plugin_entry.module:
	.long	16                              # 0x10
	.long	1                               # 0x1
	.quad	moya_plugin_entry.plugins
	.size	moya_plugin_entry.module, 16

	.type	.L.str,@object                  # @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"org.libmoya.idle"
	.size	.L.str, 17

	.type	.L.str.1,@object                # @.str.1
.L.str.1:
	.asciz	"1"
	.size	.L.str.1, 2

	.type	.L.str.2,@object                # @.str.2
.L.str.2:
	.asciz	"org.libmoya.smallest"
	.size	.L.str.2, 21

	.type	host,@object                    # @host
	.local	host
	.comm	host,8,8
	.type	.L.str.3,@object                # @.str.3
.L.str.3:
	.asciz	"X-Smallest"
	.size	.L.str.3, 11

	.section	".note.GNU-stack","",@progbits
