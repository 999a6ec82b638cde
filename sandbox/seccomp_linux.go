package sandbox

import (
	"bytes"
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

// denied are system calls that no exercise needs: new name spaces and mounts,
// memory that no limit counts (anonymous files, System V shared memory), a look
// into other processes, and interfaces with a history of kernel faults.
var denied = []uintptr{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET, unix.SYS_SEMGET,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME,
}

const (
	allow       = 0x7fff0000
	killProcess = 0x80000000
	refuse      = 0x00050000 // with an errno in the low bits
	x32Bit      = 0x40000000
	newSpaces   = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
)

// seccompFilter is the classic BPF program that refuses the denied calls with
// EPERM, clone with name space flags likewise, and clone3 with ENOSYS, since its
// flags lie in memory and every libc then falls back to clone. Other machine
// call conventions than the native one kill the process (seccomp(2)).
func seccompFilter() []byte {
	arch := uint32(unix.AUDIT_ARCH_X86_64)
	if runtime.GOARCH == "arm64" {
		arch = unix.AUDIT_ARCH_AARCH64
	}
	const number, archField, flags = 0, 4, 16 // offsets in struct seccomp_data; the low half of the first argument
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	result := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	unless := func(op uint16, k uint32) unix.SockFilter { // skip one instruction unless it holds
		return unix.SockFilter{Code: unix.BPF_JMP | op | unix.BPF_K, Jf: 1, K: k}
	}
	program := []unix.SockFilter{
		load(archField),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: arch},
		result(killProcess),
		load(number),
		unless(unix.BPF_JGE, x32Bit), result(refuse | uint32(unix.ENOSYS)),
		unless(unix.BPF_JEQ, unix.SYS_CLONE3), result(refuse | uint32(unix.ENOSYS)),
	}
	for _, call := range denied {
		program = append(program, unless(unix.BPF_JEQ, uint32(call)), result(refuse|uint32(unix.EPERM)))
	}
	program = append(program,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 3, K: unix.SYS_CLONE},
		load(flags),
		unless(unix.BPF_JSET, newSpaces), result(refuse|uint32(unix.EPERM)),
		result(allow))
	var out bytes.Buffer
	for _, instruction := range program {
		binary.Write(&out, binary.NativeEndian, instruction)
	}
	return out.Bytes()
}
