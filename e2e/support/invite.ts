import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { Heddle } from "./run-heddle";

const run = promisify(execFile);

const PASSWORD = "another long password";

let invitedCount = 0;

/** Returns the link that `npm run admin -- invite` prints on the machine of a running product. */
async function invitation(heddle: Heddle, role: Role): Promise<string> {
  const env = { ...process.env, HEDDLE_DATA: heddle.dataFolder, PORT: new URL(heddle.url).port };
  const { stdout } = await run(process.execPath, ["scripts/admin.mjs", "invite", "--role", role], { env });
  const link = /http\S+#token=\S+/.exec(stdout)?.[0];
  if (link === undefined) throw new Error(`No link was printed:\n${stdout}`);
  return link;
}

/** Opens an invitation in a page without a session, which signs the user in. Returns the account. */
export async function join(page: Page, heddle: Heddle, role: Role): Promise<{ email: string; password: string }> {
  invitedCount += 1;
  const account = { email: `${role}-${process.pid}-${invitedCount}@example.org`, password: PASSWORD };
  await page.goto(await invitation(heddle, role));
  await page.getByLabel("Name").fill(`A ${role}`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((address) => address.pathname !== "/set-up");
  return account;
}
