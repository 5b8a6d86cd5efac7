/** The effect of an action on the stock of each SKU: free before and after, and how many items order lines lack afterwards. */
export function StockEffect({
  stock,
}: {
  stock: readonly { id: number; sku: string; name: string; qty_free_before: number; qty_free: number; qty_missing: number }[];
}) {
  return (
    <table className="table stock-effect">
      <thead>
        <tr>
          <th scope="col">SKU</th>
          <th scope="col" className="num">
            Free now
          </th>
          <th scope="col" className="num">
            Free then
          </th>
          <th scope="col" className="num">
            Missing
          </th>
        </tr>
      </thead>
      <tbody>
        {stock.map((row) => (
          <tr key={row.id}>
            <td title={row.name}>
              <span className="code">{row.sku}</span> <span className="note">{row.name}</span>
            </td>
            <td className="num">{row.qty_free_before}</td>
            <td className="num strong">{row.qty_free}</td>
            <td className="num">
              {row.qty_missing > 0 ? <span className="t-wrong strong">{row.qty_missing}</span> : <span className="note">0</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
