import type { Page } from "@playwright/test";
import { send } from "./service-client";

/** Publishes a dataset of twelve sums. */
export async function publishSums(serviceUrl: string, project: string, name = "sums"): Promise<void> {
  const rows = Array.from({ length: 12 }, (_, at) => ({ question: `${at} + 1`, answer: String(at + 1) }));
  const { digest } = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
    digest: string;
  };
  const table = `weave:///${project}/table/${digest}`;
  const val = { _type: "Dataset", name, rows: table, _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: name, val } });
}

export async function addModel(page: Page, model: string): Promise<void> {
  await page.getByRole("combobox", { name: "Model", exact: true }).fill(model);
  await page.getByRole("button", { name: "Add model" }).click();
}

/** Chooses the table, with a model, a prompt and a scorer. */
export async function fillForm(page: Page, table = "sums"): Promise<void> {
  await addModel(page, "openai/adder");
  await page.getByLabel("User message").fill("{question}");
  await page.getByRole("combobox", { name: "Table" }).click();
  await page.getByRole("option", { name: `${table} v0`, exact: true }).click();
  await page.getByRole("button", { name: "Add scorer: Exact" }).click();
  await page.getByLabel("Expected column").fill("answer");
}
