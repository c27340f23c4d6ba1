// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useCheckpoints } from "@/components/training/models/use-checkpoints";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useEndedJobs } from "./use-ended-jobs";

afterEach(cleanPage);

function open(status: JobStatus) {
  const sent = answerRequests({ "models.checkpoints": () => json({ data: [], has_more: false }) });
  const page = renderOnPage(
    (now: { status: JobStatus }) => {
      useEndedJobs("local", [{ id: "j1", status: now.status }]);
      return useCheckpoints("local", "m1");
    },
    { props: { status } },
  );
  return { ...page, sent };
}

it("reads checkpoints again when a job ends while it is watched", async () => {
  const { sent, result, rerender } = open("running");
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  rerender({ status: "running" });
  expect(sent).toHaveLength(1);
  rerender({ status: "completed" });
  await waitFor(() => expect(sent).toHaveLength(2));
});

it("reads nothing again for a job that had ended before", async () => {
  const { sent, result, rerender } = open("completed");
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  rerender({ status: "completed" });
  await waitFor(() => expect(result.current.fetchStatus).toBe("idle"));
  expect(sent).toHaveLength(1);
});
