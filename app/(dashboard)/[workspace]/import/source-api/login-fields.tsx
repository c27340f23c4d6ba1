import { LoginField } from "@/app/(dashboard)/[workspace]/import/parts/login-field";
import type { ApiLogin, ApiTool } from "./api-tool";

/** Returns the login before anything is entered. */
export function emptyLogin<Field extends string>({ fields }: ApiTool<Field>): ApiLogin<Field> {
  // There is a field for each name.
  return Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])) as ApiLogin<Field>;
}

/** Returns whether all that must be entered is. */
export function isWholeLogin<Field extends string>({ fields }: ApiTool<Field>, login: ApiLogin<Field>): boolean {
  return fields.every(({ name, isOptional }) => isOptional === true || login[name].trim() !== "");
}

type LoginFieldsProps<Field extends string> = {
  tool: ApiTool<Field>;
  login: ApiLogin<Field>;
  isDisabled: boolean;
  onChange: (login: ApiLogin<Field>) => void;
};

/** What a server is asked with. */
export function LoginFields<Field extends string>({ tool, login, isDisabled, onChange }: LoginFieldsProps<Field>) {
  return (
    <div className="grid max-w-[560px] gap-3 md:grid-cols-2">
      {tool.fields.map(({ name, label, kind, hint, placeholder }) => (
        <LoginField
          key={name}
          label={label}
          kind={kind}
          {...(hint === undefined ? {} : { hint })}
          {...(placeholder === undefined ? {} : { placeholder })}
          isDisabled={isDisabled}
          value={login[name]}
          onChange={(text) => onChange({ ...login, [name]: text })}
        />
      ))}
    </div>
  );
}
