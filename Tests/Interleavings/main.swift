// Executes every interleaving of the engine that a few threads can have, within bounds.
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
