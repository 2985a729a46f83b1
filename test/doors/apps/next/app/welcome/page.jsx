import { Suspense } from 'react';

const Text = async ({ searchParams }) => <p>{(await searchParams).text}</p>;

export default function Page({ searchParams }) {
  return (
    <Suspense>
      <Text searchParams={searchParams} />
    </Suspense>
  );
}
