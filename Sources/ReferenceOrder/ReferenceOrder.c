// Tells thread sanitizer how reference counts order threads. Empty in any build but a release build
// with that sanitizer.
//
// A thread that reads an array and releases it, and one that then finds the array unshared and
// changes it in place, are ordered by the count: it is decremented with release semantics, and no
// write comes before the load that permits it. The Swift runtime does both, and isn't instrumented,
// so the sanitizer reports a race wherever a value is copied on write: the store's states are such
// values, and so are most that programs have in them.
//
// These functions stand in front of the runtime's: the dynamic linker finds a symbol of the
// executable before that of a library. They are weak, so that a runtime that is linked statically
// replaces them, and nothing is known of its counts.

// In a debug build the runtime's own code reads and changes values, so the sanitizer has nothing to
// report, and each release would cost several times as much.
#if defined(__ELF__) && defined(__OPTIMIZE__) && __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);
extern int __sanitizer_get_ownership(const volatile void *address);
extern size_t __sanitizer_get_allocated_size(const volatile void *address);
extern size_t swift_retainCount(void *object);

// These access what belongs to the runtime.
#define UNSEEN __attribute__((disable_sanitizer_instrumentation))
#define INSTEAD UNSEEN __attribute__((weak, visibility("default")))

// The runtime's function; looked up by its first call, which may come before any initializer.
#define REAL(name)                                                                          \
  ({                                                                                        \
    static _Atomic(void *) found;                                                           \
    if (!atomic_load_explicit(&found, memory_order_relaxed))                                \
      atomic_store_explicit(&found, dlsym(RTLD_NEXT, #name), memory_order_relaxed);         \
    atomic_load_explicit(&found, memory_order_relaxed);                                     \
  })

// The object of a reference, which may have bits for bridging; 0 and below refer to none.
static inline void *object(intptr_t reference) {
  return reference > 0 ? (void *)(reference & 0x00fffffffffffff8) : NULL;
}

// The number of references to an object after the first one stands at the top of its count, which
// is negative if it is stored elsewhere, or the object is never freed (the runtime's RefCount.h).
#define COUNT(self) ((_Atomic(int64_t) *)((self) + 1))
#define FURTHER(count) ((count) >> 33)

// Whether counts are as said above, in the runtime of this process too: asked of the first object
// that is released, which is before there are other threads. Otherwise nothing is told or changed.
UNSEEN static bool isCountKnown(intptr_t *self, int64_t count) {
  static _Atomic(int) answer;
  int known = atomic_load_explicit(&answer, memory_order_relaxed);
  if (!known && count >= 0) {
    known = (size_t)FURTHER(count) + 1 == swift_retainCount(self) ? 1 : -1;
    atomic_store_explicit(&answer, known, memory_order_relaxed);
  }
  return known > 0;
}

// Publishes what the calling thread did to the parts of an object that it is about to free, and to
// theirs if they are freed with it: the runtime releases the elements of an array by itself. Any
// word may be such a part.
UNSEEN static void publishParts(intptr_t *self, int levels) {
  size_t size = __sanitizer_get_ownership(self) ? __sanitizer_get_allocated_size(self) : 0;
  // Behind the header.
  for (size_t index = 2; index < size / sizeof *self; index++) {
    intptr_t *part = object(self[index]);
    if (!part || !__sanitizer_get_ownership(part)) continue;
    __tsan_release(part);
    if (levels > 0 && __sanitizer_get_allocated_size(part) > 2 * sizeof *part
        && FURTHER(atomic_load_explicit(COUNT(part), memory_order_relaxed)) == 0)
      publishParts(part, levels - 1);
  }
}

// Publishes what the calling thread did, and releases references to an object, unless they are the
// last ones: whoever has those acquires what the others did, and frees the object. Decrements the
// count itself, because nobody else knows which references were the last.
//
// Returns whether the references are still to be released.
UNSEEN static bool releaseShared(intptr_t reference, int64_t references) {
  intptr_t *self = object(reference);
  if (!self) return true;
  int64_t count = atomic_load_explicit(COUNT(self), memory_order_relaxed);
  // What is never freed, such as the storage of empty arrays, orders nothing.
  if (count < 0 && (uint32_t)count == UINT32_MAX) return true;
  if (!isCountKnown(self, count)) return true;
  if (FURTHER(count) >= references || count < 0) __tsan_release(self);
  while (FURTHER(count) >= references)
    if (atomic_compare_exchange_weak_explicit(COUNT(self), &count, count - (references << 33),
                                              memory_order_release, memory_order_relaxed))
      return false;
  // Also if the count is elsewhere: then it isn't known whether these are the last references.
  __tsan_acquire(self);
  // As deep as arrays are within arrays; what a program's types have is released by the program.
  if (count >= 0) publishParts(self, 4);
  return true;
}

// The convention preserves more registers than some callers expect, and as many as all do.
#define RELEASE(name)                                                                       \
  INSTEAD __attribute__((preserve_most)) void name(intptr_t reference) {                    \
    if (releaseShared(reference, 1)) ((void (*)(intptr_t))REAL(name))(reference);           \
  }
#define RELEASE_SEVERAL(name)                                                               \
  INSTEAD __attribute__((preserve_most)) void name(intptr_t reference, uint32_t references) { \
    if (releaseShared(reference, references))                                               \
      ((void (*)(intptr_t, uint32_t))REAL(name))(reference, references);                    \
  }
#define CHECK(name)                                                                         \
  INSTEAD bool name(intptr_t reference) {                                                   \
    bool isUnique = ((bool (*)(intptr_t))REAL(name))(reference);                            \
    if (isUnique) __tsan_acquire(object(reference));                                        \
    return isUnique;                                                                        \
  }

RELEASE(swift_release)
RELEASE(swift_bridgeObjectRelease)
RELEASE_SEVERAL(swift_release_n)
RELEASE_SEVERAL(swift_bridgeObjectRelease_n)
CHECK(swift_isUniquelyReferenced_native)
CHECK(swift_isUniquelyReferenced_nonNull_native)
CHECK(swift_isUniquelyReferenced_nonNull_bridgeObject)

#endif
