/*
 * Fails flushes of files as a disk with errors does, for tests. It is loaded before a program (LD_PRELOAD) and asks the file
 * that FAILING_FLUSHES names: while that holds a text, flushes of files whose path contains it fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int file) {
  const char *control = getenv("FAILING_FLUSHES");
  char part[256], link[64], path[PATH_MAX];
  if (control == NULL) return 0;
  int opened = open(control, O_RDONLY | O_CLOEXEC);
  if (opened < 0) return 0;
  ssize_t length = read(opened, part, sizeof part - 1);
  close(opened);
  if (length <= 0) return 0;
  part[length] = '\0';
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, part) != NULL;
}

static int flush(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (!fails(file)) return real(file);
  errno = EIO;
  return -1;
}

int fsync(int file) { return flush("fsync", file); }

int fdatasync(int file) { return flush("fdatasync", file); }
