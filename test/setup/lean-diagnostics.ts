// A page of a test is drawn and asked many times, and two kinds of diagnostics took a third of that: React's capture of a
// stack for each element, and the whole document as text for each look of `findBy…` that finds nothing yet.
if (typeof document !== "undefined") {
  const { configure, getConfig } = await import("@testing-library/react");
  const { getElementError: withDocument } = getConfig();

  /** The library sets the mark while it waits; the error that ends the waiting has the document. */
  const isWaiting = () =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

  // Files share a process, and the library remains.
  if (withDocument.name !== "withoutDocument") {
    configure({
      getElementError: function withoutDocument(message, container) {
        if (!isWaiting()) return withDocument(message, container);
        return Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" });
      },
    });
  }

  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = (await import(
    "react"
  )) as unknown as Record<string, object>;
  // React captures none above a number of them in a second.
  if (internals) {
    Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
      configurable: true,
      get: () => Number.MAX_SAFE_INTEGER,
      set: () => undefined,
    });
  }
}

export {};
