/** The admin who acts. */
export interface ActingAdmin {
  readonly uid: string;
  readonly name: string;
}

/** One thing done to one account. */
export interface AdminAction {
  readonly admin: ActingAdmin;
  readonly uid: string;
  readonly reason: string | undefined;
}
