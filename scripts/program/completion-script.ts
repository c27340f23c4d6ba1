import type { Shell } from "./shells";

/** A command as completion knows it. Words and options contain letters, digits and hyphens only. */
interface CompletedCommand {
  readonly word: string;
  readonly summary: string;
  readonly words?: readonly string[];
  readonly options?: readonly string[];
}

/** How people load a script: the head of each says it. */
const HEADS: Readonly<Record<Shell, string>> = {
  bash: '# Add to ~/.bashrc:  eval "$(heddle completion bash)"',
  zsh: '#compdef heddle\n# Add to ~/.zshrc, below compinit:  eval "$(heddle completion zsh)"',
  fish: "# heddle completion fish > ~/.config/fish/completions/heddle.fish",
};

const choicesOf = ({ words = [], options = [] }: CompletedCommand) => [...words, ...options, "--help"];

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map((command) => `    ${command.word}) choices="${choicesOf(command).join(" ")}" ;;`);
  return `_heddle() {
  local word="\${COMP_WORDS[COMP_CWORD]}" choices=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ word }) => word).join(" ")} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _heddle heddle
`;
}

/** A text between single quotes, as both zsh and fish read it without an escape. */
const quoted = (text: string) => `'${text.replaceAll("'", "’")}'`;

function zshScript(commands: readonly CompletedCommand[]): string {
  // A colon ends the name of a choice, so that one in a summary is written as a dash.
  const choices = commands.map(({ word, summary }) => `    ${quoted(`${word}:${summary.replaceAll(":", " –")}`)}`);
  const cases = commands.map((command) => `    ${command.word}) choices=(${choicesOf(command).join(" ")}) ;;`);
  return `_heddle() {
  local -a commands choices
  commands=(
${choices.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${cases.join("\n")}
  esac
  compadd -a choices
  _files
}
compdef _heddle heddle
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const all = commands.map(
    ({ word, summary }) => `complete -c heddle -n __fish_use_subcommand -a ${word} -d ${quoted(summary)}`,
  );
  const after = commands.map((command) => {
    const place = quoted(`__fish_seen_subcommand_from ${command.word}`);
    return `complete -c heddle -n ${place} -a ${quoted(choicesOf(command).join(" "))}`;
  });
  return `${[...all, ...after].join("\n")}\n`;
}

const WRITERS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Returns the script that completes commands, their words and options in a shell; files elsewhere. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return `${HEADS[shell]}\n${WRITERS[shell](commands)}`;
}
