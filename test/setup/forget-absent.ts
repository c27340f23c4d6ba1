import { afterEach } from "vitest";
import { askAgain } from "@/lib/api/client/absent-operations";

// Test files share a process: a connection of one test may have the id of another's.
afterEach(() => askAgain(null));
