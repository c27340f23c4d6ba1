"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type LazyParts, type LoadRequest, loadPart } from "@/lib/json/lazy/lazy-parts";

/** Maximum number of loaded parts; in a viewer scrolled far, the oldest are dropped. */
const MAX_PARTS = 200;

/** The parts of lazy values that a viewer has loaded, and a function that requests one. Each is requested once. */
export function useLazyParts(): { parts: LazyParts; load: (request: LoadRequest) => void } {
  const [parts, setParts] = useState<LazyParts>(new Map());
  const requestedKeys = useRef(new Set<string>());
  const leaving = useRef<AbortController | null>(null);
  // The outside system is the service: pending requests are cancelled with the viewer.
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
      requestedKeys.current.clear();
    };
  }, []);
  const load = useCallback((request: LoadRequest) => {
    const signal = leaving.current?.signal;
    if (!signal || requestedKeys.current.has(request.key)) return;
    requestedKeys.current.add(request.key);
    setParts((known) => withPart(known, request.key, { status: "loading" }));
    loadPart(request, signal).then(
      (loaded) => setParts((known) => withPart(known, request.key, loaded)),
      (error: unknown) => {
        requestedKeys.current.delete(request.key);
        if (!signal.aborted) setParts((known) => withPart(known, request.key, { status: "failed", error }));
      },
    );
  }, []);
  // Dropped parts can be requested again.
  useEffect(() => {
    for (const key of requestedKeys.current)
      if (!parts.has(key) && parts.size >= MAX_PARTS) requestedKeys.current.delete(key);
  }, [parts]);
  return { parts, load };
}

function withPart(
  known: LazyParts,
  key: string,
  loaded: LazyParts extends ReadonlyMap<string, infer Part> ? Part : never,
) {
  const next = new Map(known);
  next.delete(key);
  next.set(key, loaded);
  for (const oldest of next.keys()) {
    if (next.size <= MAX_PARTS) break;
    next.delete(oldest);
  }
  return next;
}
