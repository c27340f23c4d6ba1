/** A message below a line that is not a field. */
export function FieldError({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="w-full text-micro text-err">
      {text}
    </p>
  );
}
