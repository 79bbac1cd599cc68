// Counts allocations by standing in front of the C library's: the dynamic linker finds a symbol of
// the executable before that of a library, so the Swift runtime calls these too. Memory comes from
// glibc as ever, which is why `free` need not be replaced.

#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool isCounting;
static atomic_llong allocations;

void startCountingAllocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&isCounting, true);
}

int64_t stopCountingAllocations(void) {
  atomic_store(&isCounting, false);
  return atomic_load(&allocations);
}

// A sanitizer has a heap of its own.
#if defined(__GLIBC__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// While nobody counts this is one load: the other benchmarks must not notice.
static inline void count(void) {
  if (atomic_load_explicit(&isCounting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count();
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count();
  void *pointer = __libc_memalign(alignment, size);
  if (pointer == NULL) return ENOMEM;
  *result = pointer;
  return 0;
}

bool allocationsCanBeCounted(void) { return true; }

int64_t heapBytesInUse(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void returnFreeMemory(void) { malloc_trim(0); }

#else

bool allocationsCanBeCounted(void) { return false; }
int64_t heapBytesInUse(void) { return -1; }
void returnFreeMemory(void) {}

#endif
