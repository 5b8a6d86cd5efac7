/** The logo and the name of the product. */
export function Brand({ size = 20 }: { size?: number }) {
  return (
    <>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" style={{ width: size, height: size }}>
        <rect x=".5" y=".5" width="19" height="19" rx="3" fill="var(--accent)" />
        <path d="M6 4v12M14 4.500 7.500 10 14 15.500" fill="none" stroke="#fff" strokeWidth="2.4" />
      </svg>
      Kitroom
    </>
  );
}
