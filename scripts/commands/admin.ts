import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import { invite, resetPassword } from "@/lib/auth/first-access";
import { resetSecondFactorOf } from "@/lib/auth/second-factor";
import { replaceSecretKey } from "@/lib/auth/secret-key";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { listMembers } from "@/lib/database/users";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { commandText } from "@/scripts/installation/command-text";
import { replaceSealKey } from "@/service/kernel/state/seal-replacement";

const USAGE = `${commandText("admin")} COMMAND\n\n  invite [--role viewer|member|admin]\n                          prints a single-use sign-up link, valid for 7 days\n  password EMAIL          sets a new password, read from the terminal or from standard input\n  two-factor-off EMAIL    lets an account sign in with its password only, after its authenticator app was lost\n  list                    lists all accounts\n  new-key                 replaces the key that encrypts stored credentials; takes effect at the next start\n  new-service-key         the same for the key that encrypts the keys of model providers\n`;

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

async function readPassword(): Promise<string> {
  if (stdin.isTTY)
    stdout.write(`New password, ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters (shown as you type): `);
  const lines = createInterface({ input: stdin });
  for await (const line of lines) {
    lines.close();
    if (line.length >= MIN_PASSWORD_LENGTH && line.length <= MAX_PASSWORD_LENGTH) return line;
    throw new Error(`A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  }
  throw new Error("No password given.");
}

async function run(database: AppDatabase, environment: Environment, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { role: { type: "string", default: "member" } },
  });
  const [command, email] = positionals;
  if (command === "invite") {
    if (!isRole(values.role)) throw new Error(`The role must be one of ${roles.join(", ")}.`);
    return `${await invite(database, environment, values.role, new Date())}\n`;
  }
  if (command === "password") {
    if (email === undefined) throw new Error("An email address is missing.");
    const isKnown = await resetPassword(database, email, await readPassword(), new Date());
    if (!isKnown) throw new Error(`There is no account for ${email}.`);
    return `The password of ${email} was changed, and all sessions of this account were ended.\n`;
  }
  if (command === "two-factor-off") {
    if (email === undefined) throw new Error("An email address is missing.");
    const wasOn = await resetSecondFactorOf(database, email, new Date());
    if (wasOn === undefined) throw new Error(`There is no account for ${email}.`);
    return wasOn
      ? `${email} signs in with the password only, until two-factor authentication is turned on again.\n`
      : `Two-factor authentication of ${email} was off already.\n`;
  }
  if (command === "list") {
    const members = await listMembers(database);
    return members.map(({ email: address, name, role }) => `${role.padEnd(8)}${address}  ${name}\n`).join("");
  }
  if (command === "new-key") {
    replaceSecretKey(environment);
    return (
      "The key was replaced. Restart Heddle: it then encrypts the stored credentials with the new key and deletes the " +
      "old one. Everyone signs in again.\n"
    );
  }
  if (command === "new-service-key") {
    replaceSealKey(environment.dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY);
    return (
      "The service's key was replaced. Restart Heddle: it then encrypts the keys of model providers with the new key and " +
      "deletes the old one.\n"
    );
  }
  return USAGE;
}

let database: AppDatabase | undefined;
try {
  const environment = readEnvironment();
  database = await openAppDatabase(environment.dataFolder, environment.DATABASE_URL);
  stdout.write(await run(database, environment, process.argv.slice(2)));
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
} finally {
  await database?.destroy();
}
