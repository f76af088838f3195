/* Faults at a given moment: preloaded into a program, it counts what that does to files of a folder.

   `faults_arm` says what happens at which of these moments. Nothing happens before it is called.
   Built and preloaded by tests/faults/programs.py; Linux only (it reads names from /proc/self/fd). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { NOTHING, KILL, KILL_HALFWAY, FULL, READ_ONLY };

static char folder[PATH_MAX];
static size_t length;
static int action, traced = -1;
static long moment = -1, passed;
static long long clock_shift;

/* Watches the files below `where`; `what` happens at the moment `when`, and from it on where a disk
   is full or read-only. Each moment is one line in `trace`; the clock goes wrong by `shift` seconds. */
void faults_arm(const char *where, int what, long when, const char *trace, long long shift)
{
    snprintf(folder, sizeof folder, "%s", where);
    length = strlen(folder);
    action = what;
    moment = when;
    passed = 0;
    clock_shift = shift;
    traced = *trace ? syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

static int below(const char *path, char *whole)
{
    if (!length || !path)
        return 0;
    if (*path == '/')
        snprintf(whole, PATH_MAX, "%s", path);
    else {
        char here[PATH_MAX / 2];
        if (!getcwd(here, sizeof here))
            return 0;
        snprintf(whole, PATH_MAX, "%s/%s", here, path);
    }
    return !strncmp(whole, folder, length) && whole[length] == '/';
}

static int of(int fd, char *whole)
{
    char link[64];
    if (!length || fd < 0)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, whole, PATH_MAX - 1);
    if (size < 0)
        return 0;
    whole[size] = 0;
    return !strncmp(whole, folder, length) && whole[length] == '/';
}

/* Counts a moment; returns the errno to fail with, 0 for none, -1 to do half of it and be killed. */
static int reached(const char *what, const char *whole)
{
    int kept = errno;
    long now = __atomic_fetch_add(&passed, 1, __ATOMIC_SEQ_CST);
    if (traced >= 0) {
        char line[PATH_MAX + 32];
        int size = snprintf(line, sizeof line, "%s\t%s\n", what, whole + length + 1);
        syscall(SYS_write, traced, line, size);
    }
    errno = kept;
    if (moment < 0 || now < moment)
        return 0;
    if (action == KILL_HALFWAY && !strcmp(what, "write"))
        return -1;
    if (action == KILL || action == KILL_HALFWAY) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;)
            pause();
    }
    if (action == READ_ONLY)
        return !strcmp(what, "flush") ? 0 : EROFS;
    return action == FULL && !strcmp(what, "write") ? ENOSPC : 0;
}

static void die(void)
{
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;)
        pause();
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAIL(what, whole) int bad = reached(what, whole); if (bad > 0) { errno = bad; return -1; }

#define WRITES(name, POSITION, ...) \
    ssize_t name(int fd, const void *data, size_t size POSITION) \
    { \
        char whole[PATH_MAX]; \
        REAL(name); \
        if (size && of(fd, whole)) { \
            FAIL("write", whole) \
            if (bad < 0) { \
                size /= 2; \
                real(fd, data, size __VA_ARGS__); \
                die(); \
            } \
        } \
        return real(fd, data, size __VA_ARGS__); \
    }
#define COMMA ,
WRITES(write, )
WRITES(pwrite, COMMA off_t at, , at)
WRITES(pwrite64, COMMA off64_t at, , at)

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    char whole[PATH_MAX];
    REAL(writev);
    if (of(fd, whole)) {
        FAIL("write", whole)
        if (bad < 0)
            die();
    }
    return real(fd, parts, count);
}

ssize_t sendfile(int to, int from, off_t *at, size_t size)
{
    char whole[PATH_MAX];
    static ssize_t (*real)(int, int, off_t *, size_t);
    if (!real)
        real = (ssize_t(*)(int, int, off_t *, size_t))dlsym(RTLD_NEXT, "sendfile");
    if (of(to, whole)) {
        FAIL("write", whole)
        if (bad < 0)
            die();
    }
    return real(to, from, at, size);
}

#define FLUSHES(name) \
    int name(int fd) \
    { \
        char whole[PATH_MAX]; \
        REAL(name); \
        if (of(fd, whole)) { \
            FAIL("flush", whole) \
        } \
        return real(fd); \
    }
FLUSHES(fsync)
FLUSHES(fdatasync)

#define CUTS(name, TYPE) \
    int name(int fd, TYPE size) \
    { \
        char whole[PATH_MAX]; \
        REAL(name); \
        if (of(fd, whole)) { \
            FAIL("cut", whole) \
        } \
        return real(fd, size); \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define CHANGES(name, what, DECLARED, path, ...) \
    int name DECLARED \
    { \
        char whole[PATH_MAX]; \
        REAL(name); \
        if (below(path, whole)) { \
            FAIL(what, whole) \
        } \
        return real(__VA_ARGS__); \
    }
CHANGES(unlink, "remove", (const char *path), path, path)
CHANGES(unlinkat, "remove", (int at, const char *path, int flags), path, at, path, flags)
CHANGES(rmdir, "remove", (const char *path), path, path)
CHANGES(mkdir, "make", (const char *path, mode_t mode), path, path, mode)
CHANGES(rename, "rename", (const char *path, const char *to), to, path, to)
CHANGES(renameat, "rename", (int a, const char *path, int b, const char *to), to, a, path, b, to)
CHANGES(link, "link", (const char *path, const char *to), to, path, to)
CHANGES(linkat, "link", (int a, const char *path, int b, const char *to, int flags), to, a, path, b, to, flags)

#define OPENS(name, DECLARED, PASSED) \
    int name DECLARED \
    { \
        char whole[PATH_MAX]; \
        mode_t mode = 0; \
        REAL(name); \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        if (action == READ_ONLY && (flags & (O_ACCMODE | O_CREAT)) && below(path, whole)) { \
            errno = EROFS; \
            return -1; \
        } \
        return real PASSED; \
    }
OPENS(open, (const char *path, int flags, ...), (path, flags, mode))
OPENS(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENS(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
OPENS(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

int clock_gettime(clockid_t which, struct timespec *now)
{
    REAL(clock_gettime);
    int end = real(which, now);
    if (!end && which == CLOCK_REALTIME)
        now->tv_sec += clock_shift;
    return end;
}

time_t time(time_t *now)
{
    struct timespec read;
    clock_gettime(CLOCK_REALTIME, &read);
    if (now)
        *now = read.tv_sec;
    return read.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec read;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &read);
    now->tv_sec = read.tv_sec;
    now->tv_usec = read.tv_nsec / 1000;
    return 0;
}
