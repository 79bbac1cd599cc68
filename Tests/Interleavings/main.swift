// Executes every interleaving of the core with a few threads, within bounds.
#if INTERLEAVING
  CommandLineTool.run()
#else
  print(
    """
    Interleavings needs a build of its own:
      swift build -c release --product Interleavings -Xswiftc -DINTERLEAVING \
    --scratch-path .build/interleavings
      .build/interleavings/release/Interleavings
    """
  )
#endif
