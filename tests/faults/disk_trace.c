/* Notes every write, truncation and sync of SQLite's files, in order, so that a test can cut the power at any moment of it.
 * Record: op (1 byte), path length (2), offset (8), data length (4), path, data. Ops: W write, T truncate, S sync, A acknowledged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void begin(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    const char *path = getenv("DISK_TRACE");
    if (path) trace = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static const char *name_of(int fd, char *found, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, found, size - 1);
    if (length <= 0) return NULL;
    found[length] = 0;
    return strstr(found, ".sqlite3") && !strstr(found, "-shm") ? found : NULL;
}

static void note(char op, const char *path, int64_t offset, const void *data, uint32_t length) {
    char head[15];
    uint16_t named = (uint16_t)strlen(path);
    head[0] = op;
    memcpy(head + 1, &named, 2);
    memcpy(head + 3, &offset, 8);
    memcpy(head + 11, &length, 4);
    pthread_mutex_lock(&turn);
    if (real_write(trace, head, 15) != 15 || real_write(trace, path, named) != named) abort();
    if (op == 'W' && real_write(trace, data, length) != (ssize_t)length) abort();
    pthread_mutex_unlock(&turn);
}

#define NOTE(fd, op, offset, data, length) do { \
    char found[4096]; \
    const char *path = trace < 0 ? NULL : name_of(fd, found, sizeof found); \
    if (path) note(op, path, offset, data, length); \
} while (0)

void acknowledge(int64_t number) { if (trace >= 0) note('A', "", number, NULL, 0); }

ssize_t write(int fd, const void *data, size_t length) {
    off_t at = trace < 0 ? 0 : lseek(fd, 0, SEEK_CUR);
    ssize_t done = real_write(fd, data, length);
    if (done > 0 && at >= 0) NOTE(fd, 'W', at, data, (uint32_t)done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
    ssize_t done = real_pwrite(fd, data, length, at);
    if (done > 0) NOTE(fd, 'W', at, data, (uint32_t)done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { return pwrite(fd, data, length, (off_t)at); }

int ftruncate(int fd, off_t length) {
    int done = real_ftruncate(fd, length);
    if (!done) NOTE(fd, 'T', length, NULL, 0);
    return done;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, (off_t)length); }

int fsync(int fd) { int done = real_fsync(fd); NOTE(fd, 'S', 0, NULL, 0); return done; }

int fdatasync(int fd) { int done = real_fdatasync(fd); NOTE(fd, 'S', 0, NULL, 0); return done; }
