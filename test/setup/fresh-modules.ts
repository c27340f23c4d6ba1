import { afterAll, vi } from "vitest";

// Files that replace modules share a process: the next one loads the project's modules again, with its own replacements.
afterAll(() => void vi.resetModules());
