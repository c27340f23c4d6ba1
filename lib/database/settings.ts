import type { AppDatabase } from "./app-database";

/** `vault-check`: an encrypted known text that reveals a wrong secret key at start. */
export type SettingName = "vault-check" | "local-test";

export async function readSetting(database: AppDatabase, name: SettingName): Promise<string | undefined> {
  const row = await database.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

export async function writeSetting(database: AppDatabase, name: SettingName, value: string): Promise<void> {
  await database
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
