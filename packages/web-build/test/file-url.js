// A picture in a component's test is an address like any other.
export default '/picture.webp';
