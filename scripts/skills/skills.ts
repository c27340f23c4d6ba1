import { homedir } from "node:os";
import { runSkillsCommand } from "./skills-command";

const surroundings = { currentFolder: process.cwd(), homeFolder: homedir() };
const { code, output, errors } = runSkillsCommand(process.argv.slice(2), surroundings);
process.stdout.write(output);
process.stderr.write(errors);
process.exitCode = code;
