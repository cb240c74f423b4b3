/** A person who can sign in to the stand-in service. There are no passwords: picking the account is signing in. */
export interface Account {
  id: string;
  email: string;
  name: string;
  /** At least one; a token is bound to one of them. */
  workspaces: Workspace[];
}

export interface Workspace {
  id: string;
  name: string;
}
