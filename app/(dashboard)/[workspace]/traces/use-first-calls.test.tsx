// @vitest-environment jsdom
import { useQueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { firstTracesRequest } from "@/app/(dashboard)/[workspace]/traces/list/first-request";
import { appQuery } from "@/lib/api/client/app-client";
import { isEarlyWaiting, openDocument } from "@/test/setup/early-document";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useFirstCalls } from "./use-first-calls";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }) }));

afterEach(cleanPage);

const ADDRESSES = [
  "",
  "t=all",
  "t=nonsense&grain=none&source=nowhere&sort=",
  "t=7d&grain=all&source=training&sort=-summary.weave.latency_ms&q=status%3Aerror+%22two+words%22",
  "from=2026-11-19T00%3A00%3A00.000Z&to=2026-11-20T00%3A00%3A00.000Z&sort=started_at&q=source%3Aarena",
  "q=latency%3Afast&q=op%3Aother&cols=op&peek=x&source=all",
];

it.each(ADDRESSES)("asks for nothing that the document has asked for, at %j", async (address) => {
  for (const knowsSources of [true, false]) {
    const workspace = { ...testWorkspace, knowsSources };
    const sent = answerRequests({ "calls.streamQuery": () => lines([]) });
    openDocument(firstTracesRequest, workspace, address);
    const page = renderOnPage(
      () => {
        const queries = useQueryClient();
        useState(() => queries.setQueryData(appQuery("workspaces.list", {}).queryKey, { workspaces: [workspace] }));
        return useFirstCalls();
      },
      { props: {}, address },
    );
    await waitFor(() => expect(page.client.isFetching()).toBe(0));
    expect(isEarlyWaiting()).toBe(false);
    // Another order also asks for the newest call.
    expect(sent.filter(({ body }) => body.limit !== 1)).toHaveLength(1);
    page.unmount();
  }
});
