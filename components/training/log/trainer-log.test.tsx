// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, failed, json, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { TrainerLog } from "./trainer-log";

afterEach(cleanPage);

const LINES = ["step 1", "step 2: nan", "step 3"].map((text, index) => ({ at: index * 100, text }));

function draw(answer: (request: SentRequest) => Response) {
  const sent = answerRequests({ "trainingJobs.logLines": answer });
  renderElementOnPage(<TrainerLog connectionId="local" source={{ kind: "job", jobId: "job-1" }} isLive={false} />);
  return sent;
}

const open = () => fireEvent.click(screen.getByRole("button", { name: "Trainer log" }));

it("reads the end of the log when it is opened, then earlier lines, and finds a text", async () => {
  const sent = draw(({ body }) => {
    const found = LINES.filter(({ at, text }) => at < (body.before ?? 999) && text.includes(body.search ?? ""));
    return json({ lines: found.slice(-2), has_more: found.length > 2, size_bytes: 300 });
  });
  expect(sent).toEqual([]);
  open();
  expect((await screen.findByLabelText("Lines of the log")).textContent).toBe("step 2: nanstep 3");
  expect(screen.getByText("the last 2 lines")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Earlier lines" }));
  await waitFor(() => expect(screen.getByLabelText("Lines of the log").textContent).toBe("step 1step 2: nanstep 3"));
  expect(sent.at(-1)?.body).toMatchObject({ training_job_id: "job-1", before: 100 });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search the log" }), { target: { value: "nan" } });
  await waitFor(() => expect(screen.getByLabelText("Lines of the log").textContent).toBe("step 2: nan"));
  expect(document.querySelector("mark")?.textContent).toBe("nan");
});

it("says that there is no log, which is not the same as an empty one", async () => {
  draw(() => failed("not-found"));
  open();
  expect(await screen.findByText(/It is not-found/)).toBeTruthy();
  cleanPage();
  draw(() => json({ lines: [], has_more: false, size_bytes: 0 }));
  open();
  expect(await screen.findByText("The trainer printed nothing.")).toBeTruthy();
});
