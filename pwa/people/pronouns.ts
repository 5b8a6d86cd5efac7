interface Pronouns {
  they: string;
  theyAre: string;
  theyHave: string;
  their: string;
  them: string;
}

const neutral: Pronouns = { they: 'They', theyAre: 'They are', theyHave: 'they have', their: 'their', them: 'them' };
const bySex: Record<string, Pronouns> = {
  f: { they: 'She', theyAre: 'She is', theyHave: 'she has', their: 'her', them: 'her' },
  m: { they: 'He', theyAre: 'He is', theyHave: 'he has', their: 'his', them: 'him' },
};

/** The words for somebody, by what is set of them. */
export const pronounsOf = (sex: string): Pronouns => bySex[sex] ?? neutral;
