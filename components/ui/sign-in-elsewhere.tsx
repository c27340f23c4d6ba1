/** Signs in without leaving the page, which keeps what the user typed: both tabs share the session. */
export function SignInElsewhere() {
  return (
    <a href="/sign-in" target="_blank" rel="noreferrer" className="text-accent-text hover:underline">
      Sign in in another tab
    </a>
  );
}
