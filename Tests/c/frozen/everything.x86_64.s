	.file	"everything.c"
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
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function create
.LCPI1_0:
	.quad	0x3fe0000000000000              # double 0.5
	.text
	.p2align	4
	.type	create,@function
create:                                 # @create
# %bb.0:
	pushq	%r14
	pushq	%rbx
	pushq	%rax
	movq	%rdx, %r14
	movq	%rsi, %rbx
	movq	%rdi, %rax
	movq	%rdi, host(%rip)
	leaq	.L.str.19(%rip), %rdi
	callq	*8(%rax)
	movq	%rax, tasks(%rip)
	movq	host(%rip), %rax
	leaq	.L.str.20(%rip), %rdi
	callq	*8(%rax)
	movq	%rax, body(%rip)
	movq	host(%rip), %rax
	leaq	.L.str.21(%rip), %rdi
	callq	*8(%rax)
	cmpq	$0, tasks(%rip)
	setne	%cl
	cmpq	$0, body(%rip)
	movq	%rax, digest(%rip)
	setne	%dl
	andb	%cl, %dl
	testq	%rax, %rax
	setne	%cl
	andb	%dl, %cl
	movl	$-83, %eax
	cmpb	$1, %cl
	jne	.LBB1_6
# %bb.1:
	leaq	ticks(%rip), %rax
	movq	%rax, (%r14)
	movq	host(%rip), %rax
	leaq	.L.str.4(%rip), %rsi
	movq	%rbx, %rdi
	callq	*64(%rax)
	movq	%rax, %rcx
	movl	$-5, %eax
	testq	%rcx, %rcx
	je	.LBB1_6
# %bb.2:
	movq	host(%rip), %rax
	leaq	.L.str.6(%rip), %rsi
	movq	%rbx, %rdi
	callq	*64(%rax)
	cmpq	$7, %rax
	jne	.LBB1_5
# %bb.3:
	movq	host(%rip), %rax
	leaq	.L.str.8(%rip), %rsi
	movq	%rbx, %rdi
	callq	*72(%rax)
	ucomisd	.LCPI1_0(%rip), %xmm0
	jne	.LBB1_5
	jp	.LBB1_5
# %bb.7:
	movq	host(%rip), %rax
	leaq	.L.str.14(%rip), %rsi
	movq	%rbx, %rdi
	callq	*80(%rax)
	cmpq	$2, %rax
	jne	.LBB1_5
# %bb.8:
	movq	host(%rip), %rax
	leaq	.L.str.14(%rip), %rsi
	movl	$1, %edx
	movq	%rbx, %rdi
	callq	*88(%rax)
	movzbl	(%rax), %edx
	testb	%dl, %dl
	je	.LBB1_13
# %bb.9:
	movq	%rax, %rcx
	incq	%rcx
	leaq	.L.str.22(%rip), %rsi
	movl	$-5, %eax
	.p2align	4
.LBB1_10:                               # =>This Inner Loop Header: Depth=1
	cmpb	(%rsi), %dl
	jne	.LBB1_14
# %bb.11:                               #   in Loop: Header=BB1_10 Depth=1
	incq	%rsi
	movzbl	(%rcx), %edx
	incq	%rcx
	testb	%dl, %dl
	jne	.LBB1_10
	jmp	.LBB1_14
.LBB1_5:
	movl	$-5, %eax
.LBB1_6:
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	retq
.LBB1_13:
	leaq	.L.str.22(%rip), %rsi
	movl	$-5, %eax
.LBB1_14:
	cmpb	(%rsi), %dl
	jne	.LBB1_6
# %bb.15:
	movq	host(%rip), %rax
	leaq	.L.str.16(%rip), %rsi
	movq	%rbx, %rdi
	callq	*56(%rax)
	movzbl	(%rax), %edx
	testb	%dl, %dl
	je	.LBB1_19
# %bb.16:
	movq	%rax, %rcx
	incq	%rcx
	leaq	.L.str.17(%rip), %rsi
	movl	$-5, %eax
.LBB1_17:                               # =>This Inner Loop Header: Depth=1
	cmpb	(%rsi), %dl
	jne	.LBB1_20
# %bb.18:                               #   in Loop: Header=BB1_17 Depth=1
	incq	%rsi
	movzbl	(%rcx), %edx
	incq	%rcx
	testb	%dl, %dl
	jne	.LBB1_17
	jmp	.LBB1_20
.LBB1_19:
	leaq	.L.str.17(%rip), %rsi
	movl	$-5, %eax
.LBB1_20:
	cmpb	(%rsi), %dl
	jne	.LBB1_6
# %bb.21:
	movq	tasks(%rip), %rax
	movq	24(%rax), %rax
	leaq	tick(%rip), %rdx
	movq	%rbx, %rdi
	xorl	%esi, %esi
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	jmpq	*%rax                           # TAILCALL
.Lfunc_end1:
	.size	create, .Lfunc_end1-create
                                        # -- End function
	.p2align	4                               # -- Begin function close_instance
	.type	close_instance,@function
close_instance:                         # @close_instance
# %bb.0:
	pushq	%rax
	movq	%rsi, %rdi
	movq	host(%rip), %rax
	leaq	.L.str.23(%rip), %rdx
	movl	$1, %esi
	callq	*24(%rax)
	xorl	%eax, %eax
	popq	%rcx
	retq
.Lfunc_end2:
	.size	close_instance, .Lfunc_end2-close_instance
                                        # -- End function
	.p2align	4                               # -- Begin function destroy
	.type	destroy,@function
destroy:                                # @destroy
# %bb.0:
	retq
.Lfunc_end3:
	.size	destroy, .Lfunc_end3-destroy
                                        # -- End function
	.p2align	4                               # -- Begin function prepare
	.type	prepare,@function
prepare:                                # @prepare
# %bb.0:
	pushq	%r14
	pushq	%rbx
	pushq	%rax
	movq	%rsi, %rbx
	movq	host(%rip), %rax
	movq	232(%rax), %r14
	leaq	.L.str.10(%rip), %rsi
	movq	%rbx, %rdi
	callq	*56(%rax)
	leaq	.L.str.24(%rip), %rsi
	movq	%rbx, %rdi
	movq	%rax, %rdx
	callq	*%r14
	testl	%eax, %eax
	je	.LBB4_1
# %bb.2:
	testl	%eax, %eax
	je	.LBB4_3
.LBB4_4:
	testl	%eax, %eax
	je	.LBB4_5
.LBB4_6:
	testl	%eax, %eax
	movl	$2, %ecx
	cmovnel	%eax, %ecx
	movl	%ecx, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	retq
.LBB4_1:
	movq	host(%rip), %rax
	leaq	ticks(%rip), %rsi
	movq	%rbx, %rdi
	callq	*144(%rax)
	testl	%eax, %eax
	jne	.LBB4_4
.LBB4_3:
	movq	host(%rip), %rax
	movq	%rbx, %rdi
	callq	*40(%rax)
	testl	%eax, %eax
	jne	.LBB4_6
.LBB4_5:
	movq	tasks(%rip), %rax
	movq	%rbx, %rdi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	callq	*24(%rax)
	jmp	.LBB4_6
.Lfunc_end4:
	.size	prepare, .Lfunc_end4-prepare
                                        # -- End function
	.p2align	4                               # -- Begin function sign
	.type	sign,@function
sign:                                   # @sign
# %bb.0:
	pushq	%r15
	pushq	%r14
	pushq	%rbx
	subq	$80, %rsp
	movq	%rsi, %rbx
	movb	$0, 8(%rsp)
	movq	$0, (%rsp)
	movq	host(%rip), %rax
	leaq	.L.str.13(%rip), %rsi
	movq	%rbx, %rdi
	callq	*56(%rax)
	movq	%rax, %r14
	movq	%rdx, %r15
	movq	host(%rip), %rax
	movq	%rbx, %rdi
	callq	*160(%rax)
	movq	%rdx, %r8
	movq	digest(%rip), %r10
	leaq	16(%rsp), %r9
	movl	$3, %edi
	movq	%r14, %rsi
	movq	%r15, %rdx
	movq	%rax, %rcx
	callq	*16(%r10)
	movq	%rax, %rcx
	movl	$-99, %eax
	cmpq	$32, %rcx
	jne	.LBB5_4
# %bb.1:
	xorl	%eax, %eax
	leaq	sign.digits(%rip), %rcx
	.p2align	4
.LBB5_2:                                # =>This Inner Loop Header: Depth=1
	movzbl	16(%rsp,%rax), %edx
	movl	%edx, %esi
	shrl	$4, %esi
	movzbl	(%rsi,%rcx), %esi
	movb	%sil, (%rsp,%rax,2)
	andl	$15, %edx
	movzbl	(%rdx,%rcx), %edx
	movb	%dl, 1(%rsp,%rax,2)
	incq	%rax
	cmpq	$4, %rax
	jne	.LBB5_2
# %bb.3:
	movq	host(%rip), %rax
	leaq	.L.str.18(%rip), %rsi
	movq	%rsp, %rdx
	movq	%rbx, %rdi
	callq	*240(%rax)
.LBB5_4:
	addq	$80, %rsp
	popq	%rbx
	popq	%r14
	popq	%r15
	retq
.Lfunc_end5:
	.size	sign, .Lfunc_end5-sign
                                        # -- End function
	.p2align	4                               # -- Begin function will_send
	.type	will_send,@function
will_send:                              # @will_send
# %bb.0:
	pushq	%rbx
	movq	%rsi, %rbx
	movq	host(%rip), %rax
	leaq	.L.str.25(%rip), %rsi
	movq	%rbx, %rdi
	callq	*168(%rax)
	testq	%rax, %rax
	je	.LBB6_2
# %bb.1:
	popq	%rbx
	retq
.LBB6_2:
	movq	host(%rip), %rax
	movq	24(%rax), %rax
	leaq	.L.str.26(%rip), %rdx
	movq	%rbx, %rdi
	movl	$3, %esi
	popq	%rbx
	jmpq	*%rax                           # TAILCALL
.Lfunc_end6:
	.size	will_send, .Lfunc_end6-will_send
                                        # -- End function
	.p2align	4                               # -- Begin function did_receive
	.type	did_receive,@function
did_receive:                            # @did_receive
# %bb.0:
	pushq	%rbx
	movq	%rsi, %rbx
	movq	host(%rip), %rax
	movq	%rsi, %rdi
	callq	*136(%rax)
	leaq	ticks(%rip), %rcx
	cmpq	%rcx, %rax
	je	.LBB7_1
# %bb.2:
	movq	host(%rip), %rax
	movq	24(%rax), %rax
	leaq	.L.str.27(%rip), %rdx
	movq	%rbx, %rdi
	movl	$3, %esi
	popq	%rbx
	jmpq	*%rax                           # TAILCALL
.LBB7_1:
	popq	%rbx
	retq
.Lfunc_end7:
	.size	did_receive, .Lfunc_end7-did_receive
                                        # -- End function
	.p2align	4                               # -- Begin function should_retry
	.type	should_retry,@function
should_retry:                           # @should_retry
# %bb.0:
	pushq	%rbx
	movq	%rsi, %rbx
	movq	host(%rip), %rax
	movq	%rsi, %rdi
	callq	*288(%rax)
	movl	%eax, %ecx
	movq	$-1, %rax
	cmpl	$503, %ecx                      # imm = 0x1F7
	jne	.LBB8_2
# %bb.1:
	movq	host(%rip), %rax
	movq	%rbx, %rdi
	callq	*120(%rax)
	movl	%eax, %ecx
	xorl	%eax, %eax
	cmpl	$1, %ecx
	setne	%al
	negq	%rax
.LBB8_2:
	popq	%rbx
	retq
.Lfunc_end8:
	.size	should_retry, .Lfunc_end8-should_retry
                                        # -- End function
	.p2align	4                               # -- Begin function process
	.type	process,@function
process:                                # @process
# %bb.0:
	pushq	%r14
	pushq	%rbx
	pushq	%rax
	movq	%rsi, %rbx
	movq	host(%rip), %rax
	movq	%rsi, %rdi
	callq	*256(%rax)
	testl	%eax, %eax
	je	.LBB9_2
# %bb.1:
	xorl	%eax, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	retq
.LBB9_2:
	movq	host(%rip), %rax
	movq	352(%rax), %r14
	movq	%rbx, %rdi
	callq	*120(%rax)
	cmpl	$2, %eax
	leaq	.L.str.29(%rip), %rax
	leaq	.L.str.30(%rip), %rdx
	cmoveq	%rax, %rdx
	leaq	.L.str.28(%rip), %rsi
	movq	%rbx, %rdi
	movq	%r14, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	jmpq	*%rax                           # TAILCALL
.Lfunc_end9:
	.size	process, .Lfunc_end9-process
                                        # -- End function
	.p2align	4                               # -- Begin function release_slot
	.type	release_slot,@function
release_slot:                           # @release_slot
# %bb.0:
	retq
.Lfunc_end10:
	.size	release_slot, .Lfunc_end10-release_slot
                                        # -- End function
	.p2align	4                               # -- Begin function get_extension
	.type	get_extension,@function
get_extension:                          # @get_extension
# %bb.0:
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	je	.LBB11_1
# %bb.2:
	incq	%rdi
	leaq	.L.str.20(%rip), %rdx
	.p2align	4
.LBB11_3:                               # =>This Inner Loop Header: Depth=1
	cmpb	(%rdx), %cl
	jne	.LBB11_5
# %bb.4:                                #   in Loop: Header=BB11_3 Depth=1
	incq	%rdx
	movzbl	(%rdi), %ecx
	incq	%rdi
	testb	%cl, %cl
	jne	.LBB11_3
	jmp	.LBB11_5
.LBB11_1:
	leaq	.L.str.20(%rip), %rdx
.LBB11_5:
	xorl	%eax, %eax
	cmpb	(%rdx), %cl
	leaq	hooks(%rip), %rcx
	cmoveq	%rcx, %rax
	retq
.Lfunc_end11:
	.size	get_extension, .Lfunc_end11-get_extension
                                        # -- End function
	.p2align	4                               # -- Begin function tick
	.type	tick,@function
tick:                                   # @tick
# %bb.0:
	testl	%ecx, %ecx
	je	.LBB12_1
# %bb.2:
	retq
.LBB12_1:
	incl	ticks(%rip)
	retq
.Lfunc_end12:
	.size	tick, .Lfunc_end12-tick
                                        # -- End function
	.p2align	4                               # -- Begin function head
	.type	head,@function
head:                                   # @head
# %bb.0:
	pushq	%rax
	movq	%rsi, %rdi
	movq	host(%rip), %rax
	callq	*288(%rax)
	xorl	%ecx, %ecx
	cmpl	$200, %eax
	setne	%cl
	leal	(%rcx,%rcx,2), %eax
	popq	%rcx
	retq
.Lfunc_end13:
	.size	head, .Lfunc_end13-head
                                        # -- End function
	.p2align	4                               # -- Begin function chunk
	.type	chunk,@function
chunk:                                  # @chunk
# %bb.0:
	movq	%rsi, %rdi
	movq	body(%rip), %rax
	movq	8(%rax), %rax
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	jmpq	*%rax                           # TAILCALL
.Lfunc_end14:
	.size	chunk, .Lfunc_end14-chunk
                                        # -- End function
	.p2align	4                               # -- Begin function end
	.type	end,@function
end:                                    # @end
# %bb.0:
	movq	%rsi, %rdi
	movq	body(%rip), %rax
	movq	8(%rax), %rax
	leaq	.L.str.31(%rip), %rsi
	movl	$1, %edx
	jmpq	*%rax                           # TAILCALL
.Lfunc_end15:
	.size	end, .Lfunc_end15-end
                                        # -- End function
	.type	moya_plugin_entry.plugins,@object # @moya_plugin_entry.plugins
	.section	.data.rel.ro,"aw",@progbits
	.p2align	4, 0x0
moya_plugin_entry.plugins:
	.quad	plugin
	.quad	0
	.size	moya_plugin_entry.plugins, 16

	.type	plugin,@object                  # @plugin
	.p2align	3, 0x0
plugin:
	.long	152                             # 0x98
	.long	56                              # 0x38
	.long	3                               # 0x3
	.long	0                               # 0x0
	.quad	.L.str
	.quad	.L.str.1
	.quad	.L.str.2
	.quad	.L.str.3
	.quad	options
	.quad	secret_headers
	.quad	create
	.quad	close_instance
	.quad	destroy
	.quad	prepare
	.quad	sign
	.quad	will_send
	.quad	did_receive
	.quad	should_retry
	.quad	process
	.quad	release_slot
	.quad	get_extension
	.size	plugin, 152

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
	.asciz	"org.libmoya.everything"
	.size	.L.str, 23

	.type	.L.str.1,@object                # @.str.1
.L.str.1:
	.asciz	"1.0.0"
	.size	.L.str.1, 6

	.type	.L.str.2,@object                # @.str.2
.L.str.2:
	.asciz	"Uses every hook"
	.size	.L.str.2, 16

	.type	.L.str.3,@object                # @.str.3
.L.str.3:
	.asciz	"MIT"
	.size	.L.str.3, 4

	.type	options,@object                 # @options
	.section	.data.rel.ro,"aw",@progbits
	.p2align	4, 0x0
options:
	.quad	.L.str.4
	.quad	0
	.long	1                               # 0x1
	.long	0                               # 0x0
	.quad	.L.str.5
	.quad	0
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.quad	.L.str.6
	.quad	0
	.long	2                               # 0x2
	.long	0                               # 0x0
	.quad	.L.str.7
	.quad	0
	.quad	1                               # 0x1
	.quad	9                               # 0x9
	.quad	.L.str.8
	.quad	0
	.long	3                               # 0x3
	.long	0                               # 0x0
	.quad	.L.str.9
	.quad	0
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.quad	.L.str.10
	.quad	.L.str.11
	.long	4                               # 0x4
	.long	1                               # 0x1
	.quad	0
	.quad	.L.str.12
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.quad	.L.str.13
	.quad	0
	.long	5                               # 0x5
	.long	1                               # 0x1
	.quad	0
	.quad	0
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.quad	.L.str.14
	.quad	0
	.long	6                               # 0x6
	.long	0                               # 0x0
	.quad	.L.str.15
	.quad	0
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.quad	.L.str.16
	.quad	0
	.long	7                               # 0x7
	.long	0                               # 0x0
	.quad	.L.str.17
	.quad	0
	.quad	0                               # 0x0
	.quad	0                               # 0x0
	.zero	56
	.size	options, 448

	.type	secret_headers,@object          # @secret_headers
	.p2align	4, 0x0
secret_headers:
	.quad	.L.str.18
	.quad	0
	.size	secret_headers, 16

	.type	.L.str.4,@object                # @.str.4
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.4:
	.asciz	"flag"
	.size	.L.str.4, 5

	.type	.L.str.5,@object                # @.str.5
.L.str.5:
	.asciz	"true"
	.size	.L.str.5, 5

	.type	.L.str.6,@object                # @.str.6
.L.str.6:
	.asciz	"int"
	.size	.L.str.6, 4

	.type	.L.str.7,@object                # @.str.7
.L.str.7:
	.asciz	"7"
	.size	.L.str.7, 2

	.type	.L.str.8,@object                # @.str.8
.L.str.8:
	.asciz	"number"
	.size	.L.str.8, 7

	.type	.L.str.9,@object                # @.str.9
.L.str.9:
	.asciz	"0.5"
	.size	.L.str.9, 4

	.type	.L.str.10,@object               # @.str.10
.L.str.10:
	.asciz	"text"
	.size	.L.str.10, 5

	.type	.L.str.11,@object               # @.str.11
.L.str.11:
	.asciz	"the value of X-Frozen"
	.size	.L.str.11, 22

	.type	.L.str.12,@object               # @.str.12
.L.str.12:
	.asciz	"ice|snow"
	.size	.L.str.12, 9

	.type	.L.str.13,@object               # @.str.13
.L.str.13:
	.asciz	"secret"
	.size	.L.str.13, 7

	.type	.L.str.14,@object               # @.str.14
.L.str.14:
	.asciz	"texts"
	.size	.L.str.14, 6

	.type	.L.str.15,@object               # @.str.15
.L.str.15:
	.asciz	"[\"a\",\"b\"]"
	.size	.L.str.15, 10

	.type	.L.str.16,@object               # @.str.16
.L.str.16:
	.asciz	"json"
	.size	.L.str.16, 5

	.type	.L.str.17,@object               # @.str.17
.L.str.17:
	.asciz	"{}"
	.size	.L.str.17, 3

	.type	.L.str.18,@object               # @.str.18
.L.str.18:
	.asciz	"X-Signed"
	.size	.L.str.18, 9

	.type	host,@object                    # @host
	.local	host
	.comm	host,8,8
	.type	.L.str.19,@object               # @.str.19
.L.str.19:
	.asciz	"moya.tasks/1"
	.size	.L.str.19, 13

	.type	tasks,@object                   # @tasks
	.local	tasks
	.comm	tasks,8,8
	.type	.L.str.20,@object               # @.str.20
.L.str.20:
	.asciz	"moya.body/1"
	.size	.L.str.20, 12

	.type	body,@object                    # @body
	.local	body
	.comm	body,8,8
	.type	.L.str.21,@object               # @.str.21
.L.str.21:
	.asciz	"moya.digest/1"
	.size	.L.str.21, 14

	.type	digest,@object                  # @digest
	.local	digest
	.comm	digest,8,8
	.type	ticks,@object                   # @ticks
	.local	ticks
	.comm	ticks,4,4
	.type	.L.str.22,@object               # @.str.22
.L.str.22:
	.asciz	"b"
	.size	.L.str.22, 2

	.type	.L.str.23,@object               # @.str.23
.L.str.23:
	.asciz	"closed"
	.size	.L.str.23, 7

	.type	.L.str.24,@object               # @.str.24
.L.str.24:
	.asciz	"X-Frozen"
	.size	.L.str.24, 9

	.type	sign.digits,@object             # @sign.digits
	.section	.rodata.str1.16,"aMS",@progbits,1
	.p2align	4, 0x0
sign.digits:
	.asciz	"0123456789abcdef"
	.size	sign.digits, 17

	.type	.L.str.25,@object               # @.str.25
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.25:
	.asciz	"Host"
	.size	.L.str.25, 5

	.type	.L.str.26,@object               # @.str.26
.L.str.26:
	.asciz	"there is no Host"
	.size	.L.str.26, 17

	.type	.L.str.27,@object               # @.str.27
.L.str.27:
	.asciz	"the slot is lost"
	.size	.L.str.27, 17

	.type	.L.str.28,@object               # @.str.28
.L.str.28:
	.asciz	"X-Processed"
	.size	.L.str.28, 12

	.type	.L.str.29,@object               # @.str.29
.L.str.29:
	.asciz	"twice"
	.size	.L.str.29, 6

	.type	.L.str.30,@object               # @.str.30
.L.str.30:
	.asciz	"once"
	.size	.L.str.30, 5

	.type	hooks,@object                   # @hooks
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
hooks:
	.long	32                              # 0x20
	.long	0                               # 0x0
	.quad	head
	.quad	chunk
	.quad	end
	.size	hooks, 32

	.type	.L.str.31,@object               # @.str.31
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.31:
	.asciz	"!"
	.size	.L.str.31, 2

	.section	".note.GNU-stack","",@progbits
