/* Refuses every write to files below a directory with the error of a chosen number, for as long as it is told to. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char root[PATH_MAX];
static int refusal;

/* From here on writes fail with this error; with none for 0. */
void refuse_writes(const char *directory, int error) {
    snprintf(root, sizeof root, "%s", directory);
    refusal = error;
}

static int refuses(int fd) {
    char link[64], path[PATH_MAX];
    if (!refusal) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (strncmp(path, root, strlen(root))) return 0;
    errno = refusal;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t length) { return refuses(fd) ? -1 : REAL(write)(fd, data, length); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return refuses(fd) ? -1 : REAL(pwrite)(fd, data, length, at); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { return refuses(fd) ? -1 : REAL(pwrite64)(fd, data, length, at); }
