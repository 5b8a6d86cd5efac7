/** Why the button beside this text cannot be pressed yet; the text describes the button to screen readers. Empty if there is no reason. */
export function Why({ id, children }: { id: string; children: string | null }) {
  return (
    children && (
      <span className="note why" id={id}>
        {children}
      </span>
    )
  );
}
