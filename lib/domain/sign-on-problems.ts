/** Why signing in through the identity provider failed, as the sign-in page's address says it, in words. */
export const signOnProblems = {
  domain_not_allowed: "Addresses of this domain may not sign in here.",
  email_not_verified: "Your organisation's sign-in does not confirm that this e-mail address is yours.",
  not_invited: "You have no account here. Ask an administrator to invite you.",
  account_has_password:
    "There is an account with your address and a password already. Sign in with the password, then connect single sign-on on your profile.",
  account_not_ordinary: "This account cannot use single sign-on.",
  account_disabled: "This account is disabled. Ask an administrator to enable it.",
  "email_doesn't_match": "Single sign-on gave another e-mail address than your account has.",
  account_already_linked_to_different_user: "This identity is connected to another account here.",
  groups_unknown: "Your organisation's sign-in did not say which groups you are in, so you were not signed in. Ask an administrator.",
  provider_unavailable: "Your organisation's sign-in did not answer all that Redline asked. Try again in a while.",
  access_denied: "Single sign-on was cancelled.",
} as const;
export type SignOnProblem = keyof typeof signOnProblems;

/** A problem of that address in words, with a sentence for those that need none of their own. */
export const signOnWords = (problem: string): string =>
  Object.hasOwn(signOnProblems, problem)
    ? signOnProblems[problem as SignOnProblem]
    : "Single sign-on did not work. Try again, or ask an administrator.";
