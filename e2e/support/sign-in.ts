import type { Page } from "@playwright/test";
import { ADMIN } from "./run-heddle";

/** Signs in through the page, by default as the first admin. */
export async function signIn(page: Page, url: string, who: { email: string; password: string } = ADMIN): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((address) => address.pathname !== "/sign-in");
}
