/** A person who can sign in to the stand-in service, without a password. */
export interface Account {
  id: string;
  email: string;
  name: string;
  /** At least one. Each token is for one of them. */
  workspaces: Workspace[];
}

export interface Workspace {
  id: string;
  name: string;
}
