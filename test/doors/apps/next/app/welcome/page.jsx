export default async function Page({ searchParams }) {
  const { text } = await searchParams;
  return <p>{text}</p>;
}
