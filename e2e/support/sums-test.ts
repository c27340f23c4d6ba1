import { runHeddle } from "@/e2e/support/run-heddle";
import { test as base } from "@/e2e/support/test";
import { SumsProvider } from "@/test/provider/sums-provider";

/** Tests of a product with a provider whose models add, and judge: yes when the prompt contains "good". */
export const test = base.extend<object, { provider: SumsProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const provider = await SumsProvider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  heddle: [
    async ({ provider }, use) => {
      const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "none" } });
      await use(heddle);
      await heddle.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});
