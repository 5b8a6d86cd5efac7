import { afterPersonChange } from '../api/people.ts';
import { useWrite } from '../api/use-write.ts';
import { mailText } from '../session/mail-server.ts';
import { invitePerson, restorePerson } from './client.ts';

interface Named {
  id: number;
  name: string;
  email: string | null;
}

/** The actions on a person that are carried out at once, without a question. */
export function usePersonWrites() {
  return {
    invitation: useWrite({
      send: ({ id }: Named, options) => invitePerson(id, options),
      success: (_, { email }) => mailText('An invitation', email),
      refresh: afterPersonChange,
    }),
    restoration: useWrite({
      send: ({ id }: Named, options) => restorePerson(id, options),
      success: (_, { name }) => `${name} has been restored`,
      refresh: afterPersonChange,
    }),
  };
}
