/** How a person gets a password. For a stored person, `later` keeps the present one. */
export type Access = 'invite' | 'password' | 'later';

/** The choices for a new person. */
export const ways: { value: Access; label: string }[] = [
  { value: 'invite', label: 'Send an invitation to choose one' },
  { value: 'password', label: 'Type one for them' },
  { value: 'later', label: 'None yet: invite them later' },
];

/** The choices for a stored person. */
export const changes: { value: Access; label: string }[] = [
  { value: 'later', label: 'Stays as it is' },
  { value: 'password', label: 'Type a new one' },
];
