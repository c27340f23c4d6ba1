// A machine that does other work too is slow, not wrong: what a test of a component waits for may take this long.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
