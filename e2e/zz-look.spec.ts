import { test } from "@/e2e/support/test";
import { callApp } from "@/e2e/support/open-workspace";
import { dashboardTemplates } from "@/lib/dashboard/templates";

test("look", async ({ page, heddle }) => {
  test.setTimeout(600_000);
  const OUT = "/tmp/h/d36";
  const { workspaces } = (await callApp(page, heddle.url, "workspaces.list", {})) as any;
  const { id, slug } = workspaces[0];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") console.log("console", m.text().slice(0, 300)); });
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  await page.goto(`/${slug}/dashboards`);
  await page.getByRole("list", { name: "Templates" }).waitFor();
  await page.screenshot({ path: `${OUT}/empty.png` });
  const ids: string[] = [];
  for (const { content } of dashboardTemplates) {
    const { dashboard } = (await callApp(page, heddle.url, "dashboards.save", { workspaceId: id, before: null, content })) as any;
    ids.push(dashboard.id);
  }
  const shoot = async (name: string) => {
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${OUT}/${name}-${scheme}.png` });
    }
    await page.emulateMedia({ colorScheme: "light" });
  };
  await page.goto(`/${slug}/dashboards`);
  await page.getByRole("table", { name: "Dashboards" }).waitFor();
  await shoot("list");
  for (const [at, name] of ["agent", "cost", "training", "evaluation"].entries()) {
    await page.goto(`/${slug}/dashboards/${ids[at]}?t=7d`);
    await page.getByRole("list", { name: "Panels" }).waitFor();
    await page.waitForTimeout(3500);
    await shoot(name);
  }
  await page.goto(`/${slug}/dashboards/${ids[0]}?t=7d`);
  await page.getByRole("list", { name: "Panels" }).waitFor();
  await page.waitForTimeout(2500);
  await page.keyboard.press("e");
  for (let i = 0; i < 8; i += 1) await page.keyboard.press("j");
  await page.waitForTimeout(1500);
  await shoot("edit");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(800);
  await shoot("edit-phone");
  await page.goto(`/${slug}/dashboards/${ids[0]}?t=7d`);
  await page.getByRole("list", { name: "Panels" }).waitFor();
  await page.waitForTimeout(3000);
  await shoot("phone");
  await page.goto(`/${slug}/dashboards`);
  await page.getByRole("table", { name: "Dashboards" }).waitFor();
  await shoot("list-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${slug}/overview?t=7d`);
  await page.waitForTimeout(3000);
  await shoot("overview");
});
