import { beforeEach } from "vitest";
import { askForServer } from "@/lib/postgres/testing/test-postgres";

const answer = await askForServer();

// The tests of the projects on PostgreSQL count as skipped where it does not run, each with the reason.
if ("absence" in answer) beforeEach(({ skip }) => skip(answer.absence));
